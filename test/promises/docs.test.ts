/** Checks the documents against the sources and the measurements. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { drawChart, figuresOf, withFigures } from '../bench/pages.ts';
import { sealed, writePage } from '../measured/page.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const architecture = read('docs/architecture.md');

const changes = architecture.slice(architecture.indexOf('## To change'));
const rows = changes
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:to change|---)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| /, '').trim()))
  .map(([change, places]) => [change, [...places.matchAll(/`([^`]+)`/g)].map(([, file]) => file)]);

/** Files that a change would add. */
const NEW = ['resolve/matcher/loop.ts'];

describe('docs/architecture.md', () => {
  it('describes every folder of the sources', () => {
    const folders = ['', 'tools/'].flatMap((folder) =>
      readdirSync(new URL(`src/${folder}`, root), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'tools')
        .map(({ name }) => folder + name),
    );
    expect(folders.filter((name) => !architecture.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it('says where to go for ten changes or more', () => {
    expect(rows.length).toBeGreaterThanOrEqual(10);
  });

  it.each(rows as [string, string[]][])(
    'names at most two files for %s, which exist unless the change adds them',
    (_change, files) => {
      expect(files.length).toBeLessThanOrEqual(2);
      const missing = files.filter((file) => !existsSync(new URL(`src/${file}`, root)));
      expect(missing.filter((file) => !NEW.includes(file))).toEqual([]);
    },
  );

  it.each(Array.from(architecture.matchAll(/`([a-z]+\.ts)`/g), ([, file]) => file))(
    'names files that exist: %s',
    (file) => {
      const all = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' });
      expect(all.map((path) => path.replace(/^.*\//, ''))).toContain(file);
    },
  );
});

describe('a decision', () => {
  const decisions = readdirSync(new URL('docs/decisions', root)).filter(
    (name) => name !== 'index.md',
  );
  const index = read('docs/decisions/index.md');
  const listed = Array.from(index.matchAll(/^(\d+)\. \[.*?\]\((\d+)/gm), ([, number, file]) => [
    Number(number),
    Number(file),
  ]);

  it('is listed by its number, counted from 1, and starts with it', () => {
    expect(listed.map(([number]) => number)).toEqual(listed.map((_, index) => index + 1));
    expect(listed.length).toBeGreaterThan(40);
    for (const name of decisions) {
      const number = Number(name.slice(0, 4));
      expect(listed[number - 1]).toEqual([number, number]);
      expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${number}\\. `));
    }
  });
});

describe('docs/testing.md', () => {
  const sources = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' });
  const [, survivors] = read('docs/testing.md').split('### Survivors');
  it.each([...new Set(Array.from(survivors.matchAll(/`([\w/-]+\.ts)`/g), ([, file]) => file))])(
    'names sources that exist: %s',
    (file) => expect(sources.filter((path) => `/${path}`.endsWith(`/${file}`))).not.toEqual([]),
  );

  it('has no measured figures: those are in pages that commands write', () => {
    const prose = read('docs/testing.md').replace(/`[^`]*`|\]\([^)]*\)/g, '');
    expect(
      prose.match(/\d[\d,.]* ?%|\d{2,}[\d,.]*|\d+\.\d+|\d+ (?:ms|MB|s|seconds)\b/g),
    ).toBeNull();
  });
});

describe('a page of figures', () => {
  it('counts as changed by hand if one of its figures is', () => {
    const sealOf = (body: string) => sealed('load', body).split('\n', 1);
    expect(sealOf('Responses: 10')).toEqual(sealOf('Responses: 10'));
    expect(sealOf('Responses: 11')).not.toEqual(sealOf('Responses: 10'));
  });

  it('is written by its command, and left alone by CI', () => {
    const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'waymark-'))}/`);
    const pagesAfter = (ci: string) => {
      vi.stubEnv('CI', ci);
      writePage('load', ['what', 'figure'], [['responses', 10]], folder);
      return readdirSync(folder);
    };
    try {
      expect(pagesAfter('true')).toEqual([]);
      expect(pagesAfter('')).toEqual(['load.md']);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });

  const folder = new URL('docs/measured/', root);
  const pages = existsSync(folder) ? readdirSync(folder) : [];
  it.each(pages)('is as its command wrote it: %s', (page) => {
    const text = read(`docs/measured/${page}`);
    const [, ...rest] = text.split('\n');
    const body = rest.join('\n').trim();
    const figures = page === 'bench.md' ? figuresOf(body) : body;
    expect(text).toBe(sealed(page.replace('.md', ''), body, figures));
  });

  it('docs/benchmarks.md and its chart have the figures of docs/measured/bench.md', () => {
    const measured = read('docs/measured/bench.md');
    const page = read('docs/benchmarks.md');
    expect(page).toBe(withFigures(page, measured));
    expect(read('docs/benchmarks.svg')).toBe(drawChart(measured));
  });

  it('is written by one of the commands', () => {
    expect(
      pages.filter(
        (page) => !/^(?:bench|fuzz|interop|load|mutation|runtimes|size)\.md$/.test(page),
      ),
    ).toEqual([]);
  });
});
