/** The places of definitions in files that are compiled before they run. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SourceMaps } from '../../../src/tools/cli/load/module.ts';
import { folderOf, run } from './run.ts';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
const IMPORT = `import { Route } from '${DIST}/index.js';`;

const CALL = "const a: 1 = 1; Route.‸get('a', 'x/y');";

/** Each `‸` stands before a call that defines a route. */
const FILES: readonly (readonly [what: string, name: string, text: string])[] = [
  ...[
    [
      'types before the call',
      `${IMPORT}\ninterface A { a: string }\nconst a: A = { a: 'é' }; Route.‸get(a.a as string, 'x/y');\n`,
    ],
    [
      'a function that is exported',
      `${IMPORT}\nexport default (): void => {\n  const to: string = 'x/y'; Route.‸get('a', to);\n};\n`,
    ],
    ['a call on several lines', `${IMPORT}\n  Route\n    .‸post(\n 'a',\n 'x/y',\n);\n`],
    [
      'several calls on a line',
      `${IMPORT}\nRoute.‸get('a', 'x/y'); Route.‸get('b' as string, 'x/y'); Route.‸get('c', 'x/y');`,
    ],
    [
      'a call in a call',
      `${IMPORT}\nRoute.prefix('a', () => { Route.‸put('b', 'x/y'); Route.prefix('c', () => Route.‸any('d', 'x/y')) });`,
    ],
    ['its own function', `${IMPORT}\nconst { get } = Route;\n const x: 1 = 1; ‸get('a', 'x/y');`],
    ['the first line', `${IMPORT} const a: string = 'a'; Route.‸get(a, 'x/y'); export {};`],
    ['several bytes', `${IMPORT}\nconst a = '😀é' as const; Route.‸get('a', 'x/y');`],
    ['tabs', `${IMPORT}\n\tconst a: 1 = 1;\tRoute.‸get('a', 'x/y');`],
    ['line ends of Windows', `${IMPORT}\r\nconst a: 1 = 1; Route.‸get('a', 'x/y');\r\n`],
    ['a byte order mark', `\uFEFF${IMPORT}\n${CALL}`],
    ['a hash-bang', `#!/usr/bin/env node\n${IMPORT}\n${CALL}`],
  ].map(([what, text]) => [what, 'routes.ts', text] as const),
  ['an ES module in .js', 'routes.js', `${IMPORT}\nRoute.‸get('a', 'x/y');`],
  ['an ES module in .mjs', 'routes.mjs', `${IMPORT}\nRoute.‸get('a', 'x/y');`],
  ['CommonJS', 'routes.cjs', `const { Route } = require('${DIST}/cjs');\nRoute.‸get('a', 'x/y');`],
  ['CommonJS in TypeScript', 'routes.cts', `${IMPORT}\n${CALL}`],
];

/** The lines and columns of a text's marks, and the text without them. */
function marksIn(marked: string) {
  const places: [number, number][] = [];
  for (const [at, line] of marked.split('\n').entries()) {
    const pieces = line.split('‸');
    let column = 1;
    for (const piece of pieces.slice(0, -1)) {
      column += piece.length;
      places.push([at + 1, column]);
    }
  }
  return { text: marked.replaceAll('‸', ''), places };
}

describe('list --source', () => {
  it.each(FILES)('shows the place in the source: %s', async (_, name, marked) => {
    const { text, places } = marksIn(marked);
    const cwd = folderOf({ [name]: text });
    const { out, err } = await run(`list ${name} --source --json`, { cwd });
    const listed: { source: { line: number; column: number } }[] = JSON.parse(out || err);
    expect(listed.map(({ source }) => [source.line, source.column])).toEqual(places);
  });

  it('shows the place in a file that the route file imports', async () => {
    const helper = "export const helper = (path: string): void => { Route.‸get(path, 'x/y'); };";
    const { text, places } = marksIn(`${IMPORT}\n${helper}`);
    const routes = "import { helper } from './helper.ts';\nhelper('a');";
    const cwd = folderOf({ 'routes.ts': routes, 'helper.ts': text });
    const { out } = await run('list routes.ts --source --json', { cwd });
    const [{ source }] = JSON.parse(out);
    expect(source).toEqual({ file: `${cwd}/helper.ts`, line: places[0][0], column: places[0][1] });
  });
});

describe('source maps', () => {
  const place = { file: '/app/a.ts', line: 1, column: 3 };

  it.each([
    ['of another file', '/app/b.ts', ''],
    ['without a map', '/app/a.ts', 'code'],
    ['with an empty map', '/app/a.ts', mapOf('')],
  ])('leave a place as it is: code %s', (_, file, code) => {
    const maps = new SourceMaps();
    maps.add(file, code);
    expect(maps.original(place)).toBe(place);
  });

  it('subtract nothing from the first line if the stack is empty', async () => {
    const maps = new SourceMaps();
    await maps.measure(() => 'Error');
    maps.add(place.file, mapOf('AAAA,EAAU'));
    expect(maps.original(place)).toEqual({ ...place, column: 11 });
  });
});

function mapOf(mappings: string): string {
  const map = { version: 3, sources: ['a.ts'], names: [], mappings };
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  return `code\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${data}`;
}
