/** The diagrams of the documentation, by file name. */
import type { Diagram } from './diagram.ts';

/** The path of a request. */
const request: Diagram = {
  width: 560,
  height: 430,
  label:
    'A route file defines routes, Route.map makes a table of them, createRouter compiles it. The request GET /photos/7 is normalised, the first row that matches gives the destination photos/show/7, whose controller runs and answers.',
  boxes: [
    { x: 24, y: 50, width: 230, lines: ["Route.get('photos/(:num)',", "  'photos/show/$1')"] },
    { x: 24, y: 150, width: 230, lines: ["'GET photos/(:num)':", "  'photos/show/$1'"] },
    { x: 24, y: 250, width: 230, lines: ['createRouter(table)'] },
    { x: 306, y: 50, width: 230, lines: ['GET //photos/./%37?size=l'] },
    { x: 306, y: 125, width: 230, lines: ['GET /photos/7'] },
    { x: 306, y: 250, width: 230, lines: ["'photos/show/7'"], kind: 'hit' },
    { x: 306, y: 325, width: 230, lines: ["new Photos().show('7')"] },
  ],
  arrows: [
    [139, 106, 139, 150],
    [139, 206, 139, 250],
    [254, 268, 306, 268],
    [421, 87, 421, 125],
    [421, 162, 421, 250],
    [421, 287, 421, 325],
    [421, 362, 421, 394],
  ],
  notes: [
    { x: 24, y: 34, text: 'once, at boot', kind: 'strong' },
    { x: 306, y: 34, text: 'each request', kind: 'strong' },
    { x: 150, y: 134, text: 'Route.map()', kind: 'quiet' },
    { x: 432, y: 112, text: 'normalise once' },
    { x: 432, y: 212, text: 'first match wins' },
    { x: 432, y: 312, text: 'find the file' },
    { x: 421, y: 414, text: 'Response', kind: 'strong', anchor: 'middle' },
  ],
};

/** The same rows in two routers. */
const order: Diagram = {
  width: 520,
  height: 250,
  label:
    'GET /posts/new: in waymark, the first row, posts/(:any), answers. In a router that prefers literals, posts/new answers.',
  boxes: [
    { x: 24, y: 100, width: 212, height: 40, lines: ['posts/(:any)'], kind: 'hit' },
    { x: 24, y: 150, width: 212, height: 40, lines: ['posts/new'] },
    { x: 284, y: 100, width: 212, height: 40, lines: ['posts/:id'] },
    { x: 284, y: 150, width: 212, height: 40, lines: ['posts/new'], kind: 'hit' },
  ],
  notes: [
    { x: 260, y: 34, text: 'GET /posts/new', kind: 'code', anchor: 'middle' },
    { x: 100, y: 84, text: 'waymark', kind: 'strong', anchor: 'middle' },
    { x: 420, y: 84, text: 'literals first', kind: 'strong', anchor: 'middle' },
    { x: 130, y: 220, text: 'the first row that matches', anchor: 'middle' },
    { x: 390, y: 220, text: 'the most specific row', anchor: 'middle' },
  ],
};

/** The places to look for a destination. */
const search: Diagram = {
  width: 560,
  height: 346,
  label:
    'The destination photos/developer/index is looked for in the modules of application, then in the modules of framework, then in the controllers of application and in those of framework. The first file whose class has the action answers.',
  boxes: [
    {
      x: 24,
      y: 52,
      width: 404,
      lines: ['application/modules/photos/controllers/developer'],
      kind: 'hit',
    },
    { x: 24, y: 96, width: 404, lines: ['application/modules/photos/controllers/photos'] },
    { x: 24, y: 140, width: 404, lines: ['framework/modules/photos/controllers/developer'] },
    { x: 24, y: 184, width: 404, lines: ['framework/modules/photos/controllers/photos'] },
    { x: 24, y: 228, width: 404, lines: ['application/controllers/photos'] },
    { x: 24, y: 272, width: 404, lines: ['framework/controllers/photos'] },
  ],
  arrows: [[12, 60, 12, 306]],
  notes: [
    { x: 24, y: 34, text: 'photos/developer/index', kind: 'code' },
    ...['index', 'developer', 'index', 'developer', 'developer', 'developer'].map(
      (action, place) => ({ x: 440, y: 75 + place * 44, text: `→ ${action}` }),
    ),
    { x: 24, y: 332, text: 'The first file whose class has the action answers.' },
  ],
};

/** The routes that a call expands to. */
const expands: Diagram = {
  width: 640,
  height: 392,
  label:
    "Route.prefix('api') puts api/ before what its callback defines. Route.context('tools', 'developer') defines six rows that lead to the controller developer of every module; the two shortest are shown. Route.resources('photos') defines seven rows.",
  boxes: [
    {
      x: 24,
      y: 30,
      width: 256,
      lines: ["Route.prefix('api', () =>", "  Route.get('users', 'users'))"],
    },
    { x: 24, y: 112, width: 256, lines: ["Route.context('tools',", "  'developer')"] },
    { x: 24, y: 236, width: 256, lines: ["Route.resources('photos')"] },
    { x: 312, y: 30, width: 304, height: 56, lines: ['GET api/users → users'], kind: 'hit' },
    {
      x: 312,
      y: 100,
      width: 304,
      lines: [
        '… four longer rows, then',
        'tools/(:any)/(:any)',
        '  → $1/developer/$2',
        'tools/(:any)',
        '  → $1/developer',
      ],
      kind: 'hit',
    },
    {
      x: 312,
      y: 226,
      width: 304,
      lines: [
        'GET photos → photos/index',
        'GET photos/new → photos/create_new',
        'GET photos/ID/edit → photos/edit/$1',
        'GET photos/ID → photos/show/$1',
        'POST photos → photos/create',
        'PUT photos/ID → photos/update/$1',
        'DELETE photos/ID → photos/delete/$1',
      ],
      kind: 'hit',
    },
  ],
  arrows: [
    [280, 58, 312, 58],
    [280, 140, 312, 140],
    [280, 254, 312, 254],
  ],
};

/** The diagrams in `docs/pictures`. */
export const DIAGRAMS: Readonly<Record<string, Diagram>> = {
  'request.svg': request,
  'order.svg': order,
  'search.svg': search,
  'expands.svg': expands,
};
