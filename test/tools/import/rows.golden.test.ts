/**
 * Compares imported rows with the recorded answers of routers under PHP 8.2: CodeIgniter 3.1.13 and
 * 2.2.6, the modular extensions 5.5 and Bonfire, which `test/php/rows.ts` recorded.
 */
import { describe, expect, it } from 'vitest';
import { createFetchMiddleware } from '../../../src/fetch.ts';
import { createControllers } from '../../../src/hmvc.ts';
import rows from '../../fixtures/rows.json' with { type: 'json' };
import { imported } from '../../support/imported.ts';

/** A controller whose actions say what ran, as those under PHP do. */
function controller(name: string, ...actions: readonly string[]) {
  class Recorded {}
  for (const action of actions) {
    const answer = (...args: string[]) => [name, action, ...args].join('/');
    Object.defineProperty(Recorded.prototype, action, { value: answer });
  }
  return async () => ({ default: Recorded });
}

const FILES = {
  'application/controllers/home.ts': controller('home', 'index', 'page'),
  'application/controllers/shop.ts': controller('shop', 'index', 'cart', 'show'),
  'application/controllers/news.ts': controller('news', 'index', 'show'),
  'application/controllers/mapped.ts': controller('mapped', '_remap'),
  'application/controllers/admin/users.ts': controller('users', 'index', 'show'),
  'application/controllers/admin/home.ts': controller('home', 'index', 'page'),
};

type Row = [
  router: 'ci3' | 'ci2' | 'mx' | 'bonfire',
  php: string,
  answers: Record<string, string | number>,
];

// The cast types the lists of the JSON.
const all = (rows as unknown as Row[]).map(([router, php, answers]) => ({ router, php, answers }));

async function answersOf({ router, php, answers }: (typeof all)[number]) {
  const { table, warnings, remarks } = await imported(php, { ci2: router === 'ci2' });
  const answer = createFetchMiddleware({
    routes: table,
    controllers: createControllers(FILES),
    autoRoute: true,
    onMissing: 'pass',
  });
  const given: Record<string, string | number> = {};
  for (const path of Object.keys(answers)) {
    const response = await answer(new Request(`http://localhost/${path}`));
    const text = (await response?.text()) ?? '';
    const isLeft = response === null || response.status === 501;
    if (!isLeft) given[path] = /^\w+\/\w/.test(text) ? text : response.status;
  }
  return { given, said: [...warnings, ...remarks].map(({ message }) => message) };
}

/** Where waymark differs on purpose: see the differences from CodeIgniter 3. */
const DELIBERATE = [
  // A block answers 404 rather than with the default controller.
  'Route::block',
  // A default controller may be in a folder, and is `home` if it is unset.
  "= 'admin/home'",
  /^\$route\['a'\] = ''/,
];
const isDeliberate = (php: string) =>
  DELIBERATE.some((part) => (typeof part === 'string' ? php.includes(part) : part.test(php)));

const compared = all.filter(({ php }) => !isDeliberate(php));

describe.each(compared)('for $router, $php', (row) => {
  it('answers as PHP does, leaves the request to PHP, or says that PHP answers 404', async () => {
    const { given, said } = await answersOf(row);
    const isSaid = said.some((text) => text.includes('an action without a name'));
    const wanted = Object.keys(given).map((path) => [path, row.answers[path]]);
    if (!isSaid) expect(given).toEqual(Object.fromEntries(wanted));
  });
});
