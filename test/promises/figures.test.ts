/** Every figure of the README, the home page and the comparison, read where it was measured. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { figureOf, numberOf } from '../bench/pages.ts';
import { CHANGED, digestOfMatcher } from '../measured/program.ts';
import { PAGES, withSizes } from '../measured/sizes.ts';
import { pageOf, root, rowsOf, sizeOf } from '../support/pages.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { engines, devDependencies } = JSON.parse(read('package.json'));

/** The answers of PHP that `golden.test.ts` compares. */
const scripts = ['edge', 'routes'].flatMap((file): { resolved: unknown[] }[] =>
  JSON.parse(read(`test/fixtures/${file}.json`)),
);
const answers = scripts.reduce((sum, { resolved }) => sum + resolved.length, 0);

const UNIT = 'ns per lookup, random';
const measured = read('docs/measured/bench.md');
const [, date, commit, digest] =
  /^(\d{4}-\d\d-\d\d), waymark ([\da-f]{8}) <!-- matcher ([\da-f]{16}) -->/m.exec(measured) ?? [];
const lookups = rowsOf(pageOf('docs/measured/bench.md'), [UNIT]).map(([row]) => row);
const tables = lookups.filter((row) => row !== 'geometric mean');
const cell = (row: string, column: string) => figureOf(measured, UNIT, row, column);
const faster = cell('geometric mean', 'fastest peer / waymark');
const refused = tables.filter((row) => cell(row, 'wint-js') === '–');
const PLAIN = ['memoirist', '@medley/router', 'koa-tree-router', 'hono', 'find-my-way', 'rou3'];

const sizes = read('docs/measured/size.md');
const [ofSizes = ''] = /^\d{4}-\d\d-\d\d, waymark [\da-f]{8}(?=,)/m.exec(sizes) ?? [];

const WORDS = 'no one two three four five six seven eight nine ten'.split(' ');
const versionOf = (name: string) => String(devDependencies[name]).replace(/\.\d+$/, '');

/** What each page says in figures, with each figure from its source. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    `createRouter: ${sizeOf('createRouter')}`,
    `compiled: ${sizeOf('Route, createRouter, compiled')}`,
    'coverage: 100 %',
    `Node ${String(engines.node).replace('>=', '≥ ')}`,
    `Node ${String(engines.node).replace('>=', '')} and up`,
    `\`createRouter\` | ${sizeOf('createRouter')} |`,
    `without srvx | ${sizeOf("the README's application")} |`,
    `in the build](docs/plugin.md) | ${sizeOf("the README's application, compiled")} |`,
    `in Hono | ${sizeOf("the README's application in hono")} |`,
    `The sizes are those of ${ofSizes}.`,
    `${answers.toLocaleString('en')} answers that CodeIgniter's own router gave for ${scripts.length} sets`,
    `On average over ${WORDS[tables.length]} tables, waymark's lookups are ${faster} times as fast`,
    `the table of 12 routes in ${cell('hono (12)', 'wint-js')} ns, waymark in ${cell('hono (12)', 'waymark')}. But it can't hold ${WORDS[refused.length]} of the tables`,
    `measured on ${date} with waymark ${commit}`,
  ],
  'docs/index.md': [
    `From 12 routes to 10,000, lookups are faster than in the ${WORDS[PLAIN.length]} measured routers`,
  ],
  'docs/plugin.md': [
    `The sizes are those of ${ofSizes}.`,
    `the README's | ${sizeOf("the README's application")} | ${sizeOf("the README's application, compiled")} |`,
    `an error page | ${sizeOf('the same, not compiled')} | ${sizeOf('the same with controllers, URLs and an error page')} |`,
  ],
  'docs/why.md': [
    `Hono ${versionOf('hono')}, Express ${versionOf('express')} and Fastify ${versionOf('fastify')} on Node`,
  ],
};

/** Names with a number, statuses, and the numbers of requests that the page shows. */
const NAMES = /CodeIgniter [234](?: and 3|'s)?|Express 5|\b[245]\d\d\b|localhost:3000/g;

describe.each(Object.entries(SAID))('the figures of %s', (path, sentences) => {
  const prose = pageOf(path)
    .text.replace(/^```.*?^```$/gms, '')
    .replace(/\s+/g, ' ');

  it.each(sentences)('are as they were measured: %s', (sentence) => {
    expect(prose).toContain(sentence);
  });

  it('all have a source', () => {
    const rest = sentences.reduce((text, sentence) => text.replace(sentence, ''), prose);
    const unproved = rest
      .replace(/\]\([^)]*\)|`[^`]*`|<[^>]*>/g, '')
      .replace(NAMES, '')
      .match(/.{0,30}\d.{0,20}/g);
    expect(unproved).toBeNull();
  });
});

describe.each(PAGES)('the sizes of %s', (path) => {
  it('are renewed with those of docs/measured/size.md', () => {
    const page = read(path);
    expect(withSizes(path, page, sizes)).toBe(page);
    const later = sizes
      .replace(ofSizes, '2031-01-02, waymark 01234567')
      .replace(/ \| [\d.]+ kB \|/g, ' | 99.9 kB |');
    const renewed = withSizes(path, page, later);
    expect(renewed).toContain('The sizes are those of 2031-01-02, waymark 01234567.');
    expect(new Set(renewed.match(/[\d.]+ kB/g))).toEqual(new Set(['99.9 kB']));
  });

  it('must all have been measured, and have a place', () => {
    expect(() => withSizes(path, read(path), '')).toThrow('not measured: ');
    expect(() => withSizes(path, '', sizes)).toThrow(`${path} has no `);
  });
});

it('the chart of the benchmark says when it was measured', () => {
  expect(read('docs/benchmarks.svg')).toContain(`>${date}, waymark ${commit}</text>`);
});

it.each(['docs/measured/bench.md', 'docs/benchmarks.md', 'README.md'])(
  '%s says so if the matcher is not the measured one',
  (path) => {
    const text = pageOf(path).text.replace(/\s+/g, ' ');
    expect(text).toContain(`waymark ${commit}`);
    expect(text.includes(CHANGED)).toBe(digest !== digestOfMatcher());
  },
);

it('waymark is faster than each measured router without generated code, in every table', () => {
  const slower = tables.flatMap((row) =>
    PLAIN.filter((name) => {
      const own = numberOf(measured, UNIT, row, 'waymark') ?? Number.NaN;
      return own >= (numberOf(measured, UNIT, row, name) ?? Number.POSITIVE_INFINITY);
    }).map((name) => [row, name]),
  );
  expect(slower).toEqual([]);
  expect(tables).toEqual(expect.arrayContaining(['hono (12)', 'generated (10,000)']));
});
