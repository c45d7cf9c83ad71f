import { runInChild } from '../child.ts';
import { FLOOR } from '../floor.ts';
import { type Form, least, type Part, type Row, ratio } from '../form.ts';
import type { LookupSample } from '../measure/lookup.ts';
import { CONTENDERS, OWN, PLAIN_PEERS, READ, WINT } from '../names.ts';
import { ORDERS } from '../orders.ts';
import { label } from '../tables.ts';

const forms: Form[] = ORDERS.map((order) => ({
  unit: `ns per lookup, ${order}`,
  columns: [OWN, READ, ...CONTENDERS.slice(1), FLOOR],
  ratios: [
    least(`fastest peer / ${OWN}`, PLAIN_PEERS, OWN),
    least(`fastest peer / ${READ}`, PLAIN_PEERS, READ),
    ratio(WINT, OWN),
    ratio(OWN, FLOOR),
  ],
  mean: true,
}));

/** Lookups: every table, in two orders. */
export const lookup: Part = {
  name: 'lookup',
  title: 'A lookup',
  text: `A ratio above 1 means that waymark is faster. It is to the fastest peer that generates no code; those
that do, \`rou3 compiled\` and \`wint-js\`, may not run under a strict content-security policy. The last
ratio is to the floor: reading each character of the path once, comparing the texts of the route that
answers, and making the answer, with no search. The floor is written plainly: a search that compares
fewer texts or makes its answer in fewer steps may come below it.

\`${READ}\` reads the destination of each answer. It is joined of parts, which V8 brings together when
somebody reads it; peers make no such text.

The work is not the same everywhere. waymark refuses malformed paths, cuts the query, decodes,
resolves dots, matches in the order of definition and fills a destination. find-my-way cuts the query
and decodes too; @medley/router cuts the query. The others take the path as it comes. All but hono
prefer literal segments to parameters; hono keeps the order of definition, and leaves reading the
parameters to its caller. @medley/router and wint-js want one name for all parameters at one place,
and get it.

The first five tables are those of real services: hono's own benchmark, the APIs of GitHub, Parse and
Google+, and the files of a static site. That of 1,200 routes is generated in the manner of GitHub's
API of today: eight segments deep, with much that begins alike. The generated tables are modules of four
routes, one of them literal and one that begins alike in every module.`,
  forms,
  async measure(tables) {
    const samples = new Map<string, LookupSample>();
    for (const table of tables) {
      samples.set(table, await runInChild<LookupSample>('measure/lookup.ts', [table]));
    }
    return ORDERS.map((_, order) => {
      return [...samples].map(([table, { routes, orders, missing }]): Row => {
        return { label: label(table, routes), figures: orders[order], missing };
      });
    });
  },
};
