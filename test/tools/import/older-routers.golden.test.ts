/**
 * Compares imported files with the recorded answers of CodeIgniter 2 and the modular extensions:
 * `_parse_routes` of `system/core/Router.php` 2.1, and `Modules::parse_routes` of the modular
 * extensions 5.5.
 */
import { describe, expect, it } from 'vitest';
import { withModuleRoutes } from '../../../src/hmvc.ts';
import { createRouter } from '../../../src/resolve/create-router.ts';
import rows from '../../fixtures/older-routers.json' with { type: 'json' };
import { imported } from '../../support/imported.ts';

/** The destination by path; `null` if no key of a module's file matches. */
type Row = [kind: 'ci2' | 'mx', php: string, answers: Record<string, string | null>];

// The cast types the lists of the JSON.
describe.each(rows as unknown as Row[])('for %s, %s', (kind, php, answers) => {
  it('answers as PHP does, or warns', async () => {
    const module = 'shop';
    const { table: own, warnings } = await imported(
      php,
      kind === 'mx' ? { module } : { ci2: true },
    );
    const files = {
      [`application/modules/${module}/config/routes.ts`]: async () => ({ default: own }),
    };
    const router = createRouter(kind === 'mx' ? await withModuleRoutes({}, files) : own);
    const given = Object.keys(answers).map((path) => {
      const answer = router.resolve('GET', `/${path}`);
      if (answer.status === 'found') return [path, answer.destination];
      return [path, kind === 'mx' ? null : path];
    });
    if (warnings.length === 0) expect(Object.fromEntries(given)).toEqual(answers);
  });
});

it('most of these files are imported without a warning', async () => {
  const all = await Promise.all(
    (rows as unknown as Row[]).map(([kind, php]) => {
      return imported(php, kind === 'mx' ? { module: 'shop' } : { ci2: true });
    }),
  );
  expect(all.filter(({ warnings }) => warnings.length > 0).length).toBeLessThan(all.length / 10);
});
