/** Checks that translated patterns match and capture as in PHP. */
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/resolve/create-router.ts';
import { Dead, translate, Untranslatable } from '../../../src/tools/import/pcre.ts';
import rows from '../../fixtures/pcre.json' with { type: 'json' };

/** PHP's captures for a path, or `null` if it didn't match. */
type Row = { pattern: string; paths: [path: string, captured: string[] | null][] };

// The cast types the pairs of the JSON.
describe.each(rows as Row[])('the pattern $pattern, if it is translated', ({ pattern, paths }) => {
  it('captures what PHP captures for each path', () => {
    let table: Record<string, string> = {};
    try {
      table = { [translate(pattern).pattern]: 'x' };
    } catch (error) {
      if (error instanceof Untranslatable) return;
      if (!(error instanceof Dead)) throw error;
    }
    const router = createRouter(table);
    const got = paths.map(([path]) => {
      const answer = router.resolve('GET', `/${path}`);
      return [path, answer.status === 'found' ? Object.values(answer.params) : null];
    });
    expect(got).toEqual(
      paths.map(([path, captured]) => {
        const width = got.find(([other]) => other === path)?.[1]?.length ?? 0;
        return [
          path,
          captured === null
            ? null
            : [...captured, ...Array(width).fill('')].slice(0, Math.max(width, captured.length)),
        ];
      }),
    );
  });
});

it('refuses only what waymark has no spelling for', () => {
  const refused = rows.filter(({ pattern }) => {
    try {
      return translate(pattern).pattern === null;
    } catch {
      return true;
    }
  });
  // Possessive and atomic groups, POSIX classes, PCRE's own escapes, and groups that may be empty.
  const reasons = /[+?*}]\+|m\+|\(\?>|\[:|\[\^?\]|\\[QRNgk]|\\x|\(\?'|\?\)\*|\|\(/;
  expect(refused.map(({ pattern }) => pattern).filter((each) => !reasons.test(each))).toEqual([]);
  expect(refused).toHaveLength(31);
});
