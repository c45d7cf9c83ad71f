/**
 * Checks every regular expression that the package contains or generates for catastrophic
 * backtracking. User-written groups are the user's responsibility; docs/SECURITY.md says what to
 * avoid.
 *
 * The checker needs a minute for all of them. A run writes the hashes of those that it found safe to
 * `safe.json`, and CI checks only what that file lacks.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Route } from '../../src/index.ts';
import { parsePattern } from '../../src/pattern/parse.ts';

// Uses the checker's own JavaScript, as a machine may lack its native programs. A separate thread
// takes half the time, since coverage isn't measured there.
beforeAll(() => {
  vi.stubEnv('RECHECK_BACKEND', 'worker');
  return () => vi.unstubAllEnvs();
});

const record = new URL('safe.json', import.meta.url);
const known: ReadonlySet<string> = new Set(JSON.parse(readFileSync(record, 'utf8')));
const safe = new Set<string>();
const { version } = JSON.parse(
  readFileSync(new URL('../../node_modules/recheck/package.json', import.meta.url), 'utf8'),
);

/** Another version of the checker checks everything again. */
const hashOf = ({ source, flags }: Found) =>
  createHash('sha256').update(`${version} /${source}/${flags}`).digest('base64url');

afterAll(() => {
  // A run of some tests says nothing of the others.
  const isWhole = all.every((one) => safe.has(hashOf(one)));
  if (isWhole && !process.env.CI) {
    writeFileSync(record, `${JSON.stringify([...safe].sort(), null, 2)}\n`);
  }
});

async function expectSafe(found: Found): Promise<void> {
  const hash = hashOf(found);
  if (!process.env.CI || !known.has(hash)) {
    expect(await check(found.source, found.flags, LIMITS)).toMatchObject({ status: 'safe' });
  }
  safe.add(hash);
}

/** Milliseconds, more than any step needs: steps that are cut short report false attacks. */
const LIMITS = { timeout: 600_000, seedingTimeout: 600_000, incubationTimeout: 600_000 };

const root = fileURLToPath(new URL('../../src', import.meta.url));

interface Found {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions in a source file. */
function literalsIn(file: string): Found[] {
  const text = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      found.push({ where: `${file}:${line}`, source, flags });
    }
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}

const literals = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap(literalsIn);

/** The routes that the package creates itself, as matched: whole, anchored, flag `s`. */
function made(): Found[] {
  Route.reset();
  for (const word of ['any', 'num', 'segment', 'alpha', 'alphanum', 'hash']) {
    Route.any(`x/(:${word})`, 'x/$1');
    Route.any(`(:${word})/(:${word})/(:${word})`, 'x/$1');
  }
  Route.any(':any/:num', 'x');
  Route.resources('photos', { patch: true, children: () => Route.resources('comments') });
  Route.context('tools', 'developer', { home: 'dashboard' });
  return Object.keys(Route.map({ default_controller: '' }))
    .filter((key) => key !== 'default_controller')
    .map((key) => {
      const pattern = key.replace(/^[A-Z]+ /, '');
      const { source } = parsePattern(pattern, key);
      return { where: key, source: `^(?:${source})$`, flags: 's' };
    });
}

/** Removes repeated expressions, keeping the first place. */
const distinct = (found: readonly Found[]) => [
  ...new Map(
    found.toReversed().map((one) => [`/${one.source}/${one.flags}`, one] as const),
  ).values(),
];

const [ofSources, ofRoutes] = [distinct(literals), distinct(made())];
const all = [...ofSources, ...ofRoutes];

describe('no path and no pattern makes it backtrack without bound', () => {
  it.each(ofSources)('$where: /$source/$flags', expectSafe);

  it.each(ofRoutes)('$where', expectSafe);

  it('finds the expressions of the sources', () => expect(literals.length).toBeGreaterThan(20));

  it('would be told of one that does', async () => {
    expect((await check('^(?:(a+)+)$', 's', LIMITS)).status).toBe('vulnerable');
  });
});
