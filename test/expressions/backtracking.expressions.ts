/**
 * Checks every regular expression that the package contains or generates for catastrophic
 * backtracking. User-written groups are the user's responsibility; docs/SECURITY.md says what to
 * avoid.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import ts from 'typescript';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Route } from '../../src/index.ts';
import { parsePattern } from '../../src/pattern/parse.ts';

// Uses the checker's own JavaScript, as a machine may lack its native programs. A separate thread
// takes half the time, since coverage isn't measured there.
beforeAll(() => {
  vi.stubEnv('RECHECK_BACKEND', 'worker');
  return () => vi.unstubAllEnvs();
});

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

describe('no path and no pattern makes it backtrack without bound', () => {
  it.each(distinct(literals))('$where: /$source/$flags', async ({ source, flags }) => {
    expect(await check(source, flags, LIMITS)).toMatchObject({ status: 'safe' });
  });

  it.each(distinct(made()))('$where', async ({ source, flags }) => {
    expect(await check(source, flags, LIMITS)).toMatchObject({ status: 'safe' });
  });

  it('finds the expressions of the sources', () => {
    expect(literals.length).toBeGreaterThan(20);
  });

  it('would be told of one that does', async () => {
    expect((await check('^(?:(a+)+)$', 's', LIMITS)).status).toBe('vulnerable');
  });
});
