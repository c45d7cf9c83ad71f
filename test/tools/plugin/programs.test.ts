/** Programs that define routes in odd ways answer alike with and without the plugin, or are refused. */
import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { RUNS } from '../../support/runs.ts';
import type { Asked } from './answering.ts';
import { type Answers, compare } from './answers.ts';
import { applicationOf, type FilesOf, installWaymark } from './bundle.ts';

installWaymark();

/** What every module of a program may use. */
const HEAD = `import { EventEmitter } from 'node:events';
import * as w from 'waymark';
import { Route } from 'waymark';
const hooks: (() => unknown)[] = [];
const emitter = new EventEmitter();
const app: Record<string, any> = {};
let n = 0;
const texts = ['zero', 'one', 'two'];
const made = (text: string) => () => text;
`;

/** Ways to get `Route`: what comes before, and the expression. `$` is a number of its own. */
const GOTTEN: readonly (readonly [string, string])[] = [
  ['', 'Route'],
  ['', 'w.Route'],
  ['', "w['Route']"],
  ['const { Route: R$ } = w;', 'R$'],
  ['let R$: typeof Route; R$ = Route;', 'R$'],
  ['const R$ = Route;', 'R$'],
  ['class R$ extends Route {}', 'R$'],
  ["const R$ = Reflect.get(w, 'Route');", 'R$'],
  ['const R$ = new Proxy(Route, {});', 'R$'],
  ['const R$ = Object.create(Route);', 'R$'],
  ["const { Route: R$ } = await import('waymark');", 'R$'],
  ['const holder$ = { inner: { Route } };', 'holder$.inner.Route'],
];

/** Ways to block the path `P` with the class `R`. */
const BLOCKED: readonly string[] = [
  "R.block('P');",
  "R['block']('P');",
  "R?.block?.('P');",
  "R.any('P', '');",
  "const { block: block$ } = R; block$('P');",
  'let block$; ({ block: block$ } = R); block$("P");',
  "const block$ = R.block; block$('P');",
  "const block$ = R.block.bind(R); block$('P');",
  "Reflect.apply(R.block, R, ['P']);",
  "R.block.call(R, 'P');",
  "hooks.push(() => R.block('P')); hooks.forEach((hook) => hook());",
  "emitter.once('e$', () => R.block('P')); emitter.emit('e$');",
  "app.m$ = () => R.block('P'); app.m$();",
  "Object.assign(app, { m$() { R.block('P'); } }); app.m$();",
  "app.m$ = { run: R.block }; app.m$.run('P');",
  "['P'].forEach((path) => R.block(path));",
  "for (const path of ['P']) R.block(path);",
  "if (n >= 0) R.block('P');",
  "n++, R.block('P');",
  "const done$ = R.block('P');",
  "(() => R.block('P'))();",
  "await (async () => { await null; R.block('P'); })();",
  'const tag$ = ([path]: TemplateStringsArray) => R.block(String(path)); tag$`P`;',
  "({ get it() { R.block('P'); return 1; } }).it;",
  "class C$ { static { R.block('P'); } }",
  "new (class { constructor(path: string) { R.block(path); } })('P');",
  "function f$(path = R.block('P')) { return path; } f$();",
  "R.block(...new Set(['P']));",
  "R.prefix('x', () => { n++; R.block('P'.slice(2)); });",
  "try { throw 'P'; } catch (path) { R.block(String(path)); }",
];

/** Other things that a program may do. */
const OTHERS: readonly string[] = [
  "R.get('P', () => 'written');",
  "R.get('P', () => String(n));",
  "R.get('P', () => texts[n]);",
  "R.get('P', made('made'));",
  "R.get('P', made(String(n)));",
  "R.get('P', {}, made(texts.join()));",
  "R.get(texts.includes('one') ? 'P' : 'x/0', () => 'chosen');",
  "R.get((n++, 'P'), () => String(n));",
  "R.prefix('x', () => { n++; }); R.get('P', () => String(n));",
  "R.get('P', made(texts.shift()!)); texts.length = 0;",
  "for (const path of ['P']) R.get(path, () => 'looped');",
  "for (const path of ['P']) R.get(path, () => path);",
  "const h$ = () => 'constant'; R.get('P', h$);",
  "let h$ = () => 'first'; R.get('P', h$); h$ = () => 'second';",
  "let h$ = () => 'first'; if (n >= 0) R.get('P', h$); h$ = () => 'second';",
  "let w$ = 'first'; R.get('P', made(w$)); w$ = 'second';",
  "let w$ = 'first'; R.get('P', Object(() => w$)); w$ = 'second';",
  "const { get: get$ } = R; get$('P', () => 'detached');",
  "R.prefix('x', () => { R.get('P'.slice(2), () => 'prefixed'); });",
  "R.prefix('x', () => R.get('P'.slice(2), () => 'prefixed'));",
  "R.prefix('x', () => { n++; R.get('P'.slice(2), () => String(n)); });",
  "R.any('P', { children: () => { n++; R.get('child', () => String(n)); } }, () => 'parent');",
  "hooks.push(() => R.get('P', () => 'hooked')); hooks.pop()!();",
  'R.reset();',
  'n++;',
];

const PATHS = ['x/1', 'x/2', 'x/3'];
const ASKED = [...PATHS.map((path) => `/${path}`), '/x/1/child', 'POST /x/2', '/x/4'];

interface Line {
  readonly gotten: readonly [string, string];
  readonly form: string;
  readonly path: string;
}

function codeOf({ gotten: [before, name], form, path }: Line, index: number): string {
  const code = form.replaceAll(/\bR\b/g, () => name).replaceAll('P', () => path);
  return `${before} ${code}`.replaceAll(/(?<=\w)\$/g, () => String(index));
}

/** The ways to make the router; `WORDS` stands for statements that define routes. */
const ENDS: readonly string[] = [
  'WORDS\nexport const fetch = createFetchHandler({ routes: Route.map() });',
  'const make = () => createFetchHandler({ routes: Route.map() });\nWORDS\nexport const fetch = make();',
  'WORDS\nconst table = Route.map();\nexport const fetch = createFetchHandler({ routes: table });',
  "WORDS\nexport const fetch = createFetchHandler({ routes: { ...Route.map(), 'x/3': '' } });",
  'import "./more.ts";\nexport const fetch = createFetchHandler({ routes: Route.map() });',
  'import routes from "./more.ts";\nroutes();\nexport const fetch = createFetchHandler({ routes: Route.map() });',
  'import routes from "./more.ts";\nexport const fetch = createFetchHandler({ routes: Route.collect(routes) });',
  'export const fetch = createFetchHandler({ routes: Route.map() });\nWORDS',
];

/** The modules of a program. A function of routes can't wait. */
function filesOf(given: readonly Line[], end: string): FilesOf {
  // A function of routes can't wait for an import.
  const lines = end.includes('routes from')
    ? given.filter(({ gotten }) => !gotten[0].includes('await'))
    : given;
  const words = [...lines.map(codeOf), "Route.get('x/(:any)', () => 'open');"].join('\n');
  const isFunction = end.includes('routes from');
  const more = isFunction
    ? `export default () => {\n${words.replaceAll('await ', '')}\n};`
    : `${words}\nexport {};`;
  return {
    'app.ts': `${HEAD}import { createFetchHandler } from 'waymark/fetch';\n${end.replace('WORDS', () => words)}`,
    'more.ts': HEAD + more,
  };
}

const compareHere = (files: FilesOf) => compare(applicationOf(files), ASKED);

/** How many programs a process imports before another takes over: it never forgets a module. */
const BATCH = 50;

let child: ChildProcess | undefined;
let imported = 0;

/** Compares the answers of a program in another process. */
async function compareApart(files: FilesOf): Promise<Answers> {
  if (child === undefined || imported === BATCH) {
    child?.kill();
    child = fork(fileURLToPath(new URL('./answering.ts', import.meta.url)), {
      ...{ execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    });
    imported = 0;
  }
  imported++;
  const own = child;
  const folder = applicationOf(files);
  const asked: Asked = [folder, ASKED];
  try {
    return await new Promise<Answers>((resolve, reject) => {
      own.once('message', (answers) => resolve(answers as Answers)); // the cast: the child sends them
      own.once('exit', () => reject(new Error('the process ended')));
      own.send(asked);
    });
  } finally {
    own.removeAllListeners();
    rmSync(folder, { recursive: true });
  }
}

afterAll(() => {
  child?.kill();
});

const simple = (form: string): Line => ({ gotten: ['', 'Route'], form, path: 'x/1' });

it.each([
  ...GOTTEN.map((gotten): [string, Line] => [
    gotten.join(' '),
    { gotten, form: "R.block('P');", path: 'x/1' },
  ]),
  ...BLOCKED.map((form): [string, Line] => [form, simple(form)]),
])('a block is never lost with %s', async (_, line) => {
  const { plain, bundled } = await compareHere(filesOf([line], ENDS[0]));
  expect(bundled).toEqual(plain);
  expect(plain[0]).toBe('404 Not Found');
  expect(plain[1]).toBe('200 open');
});

it.each(OTHERS.map((form) => [form]))('a handler is never exchanged with %s', async (form) => {
  const { plain, bundled } = await compareHere(filesOf([simple(form)], ENDS[0]));
  expect(plain).toHaveLength(ASKED.length);
  if (typeof bundled === 'string') expect(bundled).toMatch(/WaymarkError|can't be|the handler of/);
  else expect(bundled).toEqual(plain);
});

it('random programs answer alike, or are refused', async () => {
  const line = fc.record<Line>({
    gotten: fc.constantFrom(...GOTTEN),
    form: fc.constantFrom(...BLOCKED, ...OTHERS),
    path: fc.constantFrom(...PATHS),
  });
  const program = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    end: fc.constantFrom(...ENDS),
  });
  await fc.assert(
    fc.asyncProperty(program, async ({ lines, end }) => {
      const { plain, bundled } = await compareApart(filesOf(lines, end));
      if (typeof bundled === 'string') expect(bundled).toMatch(/^refused: .*waymark/is);
      else expect(bundled).toEqual(plain);
    }),
    // Each takes as long as many runs of another property.
    { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 10) },
  );
}, 10_800_000);
