/**
 * Checks that text of a table, PHP or an argument neither controls the terminal nor forges
 * Markdown.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/index.ts';
import { folderOf, run } from './run.ts';

/** Invisible characters: controls, and characters that format, reorder or hide text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

const TEXTS: Readonly<Record<string, string>> = {
  'an invisible character':
    'a\x1b[31mforged\x1b]0;title\x07\x9b2J\u202eb\u2066c\u200f\u061cd\u200b\u00ad\ufeff\u3164\u{e0041}\ufe0fb\ud800',
  'a line break': 'a\n# forged\r\n## forged\u2028forged\n```\n# forged\n~~~\n``````\nforged',
  'what Markdown means': 'a`|b\\|c\\\\|d\n| forged | forged |\n<script>forged</script>&lt;!--',
};

/**
 * Text that a pipeline reads as a command: GitHub's at the start of a line after blanks, or older
 * forms anywhere.
 */
const COMMAND = /^\s*::|##\w*\[/m;

const COMMANDS: Readonly<Record<string, string>> = {
  'a command of GitHub': '::error::forged(',
  'a command of GitHub in its older form': 'a##[error]forged',
  'a command of Azure': '##vso[task.setvariable variable=a]forged',
  'a command of TeamCity': '##teamcity[message text=forged]',
};

/**
 * The built package, since a second copy of the sources would replace the first in the coverage.
 */
const INDEX = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));

function filesOf(text: string) {
  const literal = JSON.stringify(text);
  const table = { default_controller: text, '404_override': text, 'a/(:num)': text, d: '', e: 'f' };
  const php = text.replaceAll("'", '');
  return {
    'a.json': table,
    'b.json': { ...table, 'a/(:num)': 'x', '(?=b)([a-z]+)\\1': text, 'f/(:any)': `${text}/$1` },
    'key.json': { [`k${text}/(:num)`]: text },
    'bad.json': { 'a/(:num': text, [text]: 'a(' },
    'text.json': text,
    'names.ts': `import { Route } from ${JSON.stringify(INDEX)};
export default Route.map({ a: 'b' });
Route.any('a/(:num)', ${literal}, { as: ${literal} });`,
    'throws.ts': `throw new Error(${literal});`,
    'throwsText.ts': `throw ${literal};`,
    'a.php': `<?php
$route['a/(:num)'] = '${php}';
$route['${php}'] = 'a';
/* ${php.replaceAll('*/', '')} */
$route[$unknown['${php}']] = f('${php}');
define('${php}', $x); include '${php}.php';`,
  };
}

/** More findings than GitHub shows, so the rest is printed as text. */
function manyFindings(text: string) {
  const keys = Array.from({ length: 12 }, (_, index) => [`${text}${index}/:id`, 'x/y']);
  return Object.fromEntries(keys);
}

const commandsOf = (text: string): readonly (readonly string[])[] => [
  ...['a.json', 'b.json', 'key.json', 'bad.json', 'text.json'].map((file) => ['list', file]),
  ...['check', 'examples', 'openapi'].flatMap((name) =>
    ['b.json', 'key.json'].map((file) => [name, file]),
  ),
  ...['list', 'types', 'openapi'].map((name) => [name, 'names.ts']),
  ['list', 'throws.ts'],
  ['list', 'throwsText.ts'],
  ['list', 'throws.ts', '--debug'],
  ['list', text],
  ['list', 'a.json', '--path', text],
  ['match', 'GET', '/a/7', 'b.json'],
  ['match', 'GET', '/nothing', 'b.json'],
  ['match', 'GET', '/', 'b.json'],
  ['match', 'GET', `/${text}`, 'key.json'],
  ['match', 'GET', `/a/${encodeURIComponent(text.toWellFormed())}`, 'b.json'],
  ['match', text, '/', 'a.json'],
  ['reach', text, 'a.json'],
  ['reach', text, 'b.json'],
  ['reach', `${text}/x`, 'key.json', '--none'],
  ['diff', 'a.json', 'b.json'],
  ['diff', 'b.json', 'key.json'],
  ['url', text, '7', 'names.ts'],
  ['url', text, text, 'names.ts', '--base', text],
  ['url', 'missing', 'names.ts'],
  ['import', 'a.php'],
  ['import', text],
  ['check', 'a.json', '--set', `default_controller=${text}`],
  ['check', `--${text}`],
  [text],
];

/** Two ways that renderers cut a row: a backslash escapes any character, or only a bar. */
const CUTS = [/(?:\\.|[^|])+/g, /(?:\\\||[^|])+/g];

function expectWholeTables(markdown: string): void {
  for (const table of markdown.split(/\n(?!\|)/).filter((part) => part.includes('\n|'))) {
    const lines = table.split('\n').filter((line) => line.startsWith('|'));
    for (const cut of CUTS) {
      const counts = lines.map((line) => line.slice(1, -1).match(cut)?.length);
      expect(new Set(counts).size, table).toBe(1);
    }
  }
}

describe.each(Object.entries(TEXTS))('%s', (_, text) => {
  it.each([
    ['on a terminal', [], { columns: 1000, env: { FORCE_COLOR: '1' } }],
    ['in Markdown', ['--md'], {}],
    ['in JSON', ['--json'], {}],
    ['for GitHub', [], { env: { GITHUB_ACTIONS: 'true' } }],
  ] as const)('is visible and only text %s, whatever the command', async (_, format, options) => {
    const cwd = folderOf(filesOf(text));
    for (const command of commandsOf(text)) {
      const args = [...command, ...format];
      const { out, err } = await run(args, { ...options, cwd });
      const printed = `${out}${err}`.replaceAll(/\x1b\[3[1-59]m|[\n\t]/g, '');
      expect(INVISIBLE.exec(printed), `${args}\n${JSON.stringify(printed)}`).toBeNull();
      // A stack keeps its lines. The importer's own tests check the output of imported code.
      if (args.includes('--debug')) continue;
      expect(args[0] === 'import' ? err : `${out}${err}`, String(args)).not.toMatch(/^\W*forged/m);
      if (format[0] === '--md') expectWholeTables(out);
    }
  });
});

describe.each(Object.entries(COMMANDS))('%s', (_, text) => {
  it.each([
    ['as text', []],
    ['in Markdown', ['--md']],
    ['in JSON', ['--json']],
    ['for GitHub', ['--format', 'github']],
  ] as const)('commands no pipeline %s, whatever the command', async (_, format) => {
    const cwd = folderOf({ ...filesOf(text), 'many.json': manyFindings(text) });
    for (const command of [...commandsOf(text), ['check', 'many.json']]) {
      const args = [...command, ...format];
      const { out, err } = await run(args, { cwd });
      const printed = `${out}\n${err}`.replaceAll(
        /^::(?:error|warning|notice) (?:[^:\n]|%3A)*::/gm,
        '|',
      );
      expect(COMMAND.exec(printed), `${args}\n${printed}`).toBeNull();
    }
  });
});

it.each(Object.values({ ...TEXTS, ...COMMANDS }))(
  'escaped text keeps its meaning in JSON: %j',
  async (text) => {
    const cwd = folderOf(filesOf(text));
    const { out } = await run(['list', 'a.json', '--json'], { cwd });
    expect(JSON.parse(out)[0].destination).toBe(text);
    expect(createRouter({ a: text }).resolve('GET', '/a')).toMatchObject({ destination: text });
  },
);
