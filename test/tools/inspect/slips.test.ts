/** Slips from real tables, each with one finding that suggests the correction. */
import { describe, expect, it } from 'vitest';
import { Controller, checkRoutes, createControllers, type Files } from '../../../src/hmvc.ts';
import { Route, type SuppliedTable } from '../../../src/index.ts';
import { check, type Finding } from '../../../src/tools/inspect.ts';
import { withHandler } from '../../support/handled.ts';

const warning = (kind: string, rows: string[], message: string) => ({
  level: 'warning',
  kind,
  rows,
  message,
});

describe("a setting's name with a slip", () => {
  it.each([
    ['default_controler', 'default_controller'],
    ['defualt_controller', 'default_controller'],
    ['404_overide', '404_override'],
    ['404_overrride', '404_override'],
    ['translate_uri_dash', 'translate_uri_dashes'],
  ])('is found: %s', async (key, setting) => {
    const message = `'${key}' is a pattern like any other; the setting is called '${setting}'.`;
    expect(await check({ [key]: 'x' })).toEqual([warning('setting-name', [key], message)]);
  });

  it.each(['default', 'controller', '/404', 'override', 'dashes', 'translate'])(
    'is not found in another word: %s',
    async (key) => expect(await check({ [key]: 'x' })).toEqual([]),
  );
});

describe('a destination that passes on the syntax of a pattern', () => {
  it.each([
    ['users/show/:id', ':id'],
    ['users/show/:num', ':num'],
    ['users/show/(:num)', '(:num)'],
    ['users/show/(.*)', '(.*)'],
    ['users/show/{id}', '{id}'],
    ['users/show/${id}', '${id}'],
    ['users/show/$id', '$id'],
    ['users/show/<int:id>', '<int:id>'],
    ['users/show/[id]', '[id]'],
    ['users/show/\\1', '\\1'],
  ])('is found: %s', async (to, text) => {
    const key = 'users/(:num)';
    const start = `In '${key}', the destination '${to}' passes on '${text}' as it is written`;
    const message = `${start}; write $1 for the first group.`;
    expect(await check({ [key]: to })).toEqual([warning('parameter-syntax', [key], message)]);
  });

  it('is found if the pattern has no group either', async () => {
    const message =
      "In 'users', the destination 'users/:id' passes on ':id' as it is written; put what varies into parentheses in the pattern, and write $1 for the first group.";
    const found = await check({ users: 'users/:id' });
    expect(found).toEqual([warning('parameter-syntax', ['users'], message)]);
  });

  it.each(['users/show/$1', 'users/show/${1}', 'users/\\1/$1', 'a$b/c', 'a-b/c_d.e', 'a/\\$id$1'])(
    'is not found in %s',
    async (to) => expect(await check({ 'users/(:num)': to })).toEqual([]),
  );

  it('is one fault with the same syntax in the pattern, and with the group that it lacks', async () => {
    const [finding, ...others] = await check({ 'users/{id}': 'users/show/{id}' });
    expect([finding.kind, finding.level, others]).toEqual(['parameter-syntax', 'warning', []]);
    const [lacking, ...more] = await check({ 'users/{id}': 'users/show/$1' });
    expect([lacking.kind, lacking.level, more]).toEqual(['parameter-syntax', 'error', []]);
  });
});

describe('a destination with an empty segment, or a space at the end of one', () => {
  it.each([
    ['/users/login', 'starts with a slash, so its first segment is empty', 'empty-segment'],
    ['users//login', 'has an empty segment', 'empty-segment'],
    ['users/login ', 'has a segment that starts or ends with a space', 'space'],
    [' users/login', 'has a segment that starts or ends with a space', 'space'],
    ['users /login', 'has a segment that starts or ends with a space', 'space'],
    ['/users/login ', 'starts with a slash, so its first segment is empty', 'empty-segment'],
  ])('is found: %s', async (to, fault, kind) => {
    const message = `In 'login', the destination '${to}' ${fault}; write 'users/login'.`;
    expect(await check({ login: to })).toEqual([warning(kind, ['login'], message)]);
  });

  it.each(['/', ' '])('is found if nothing else is there: %j', async (to) => {
    const [{ message }] = await check({ login: to });
    expect(message).toMatch(/; write 'controller\/action', or '' to block the path\.$/);
  });

  it.each(['default_controller', '404_override'])('is found in %s', async (key) => {
    const message = `In '${key}', the destination '/home' starts with a slash, so its first segment is empty; write 'home'.`;
    expect(await check({ [key]: '/home' })).toEqual([warning('empty-segment', [key], message)]);
  });

  it.each(['users/show/', 'users/a b', 'users'])('is not found in %s', async (to) => {
    expect(await check({ login: to })).toEqual([]);
  });

  it('is not looked for if a handler has the destination', async () => {
    expect(await check(withHandler({ login: '/users/login' }, ['login']))).toEqual([]);
  });
});

describe('a pattern with a space at the end of a segment', () => {
  it.each([
    ...['login ', ' login', 'GET  login', 'posts /(:num)', 'posts/(:num) ', 'posts/ (:any)/x'],
    'posts/(.+) ',
  ])('is found: %j', async (key) => {
    const says = "' ' in the pattern matches only a path with %20";
    const message = `In '${key}', ${says}; remove it, or escape it if it is meant.`;
    expect(await check({ [key]: 'x' })).toEqual([warning('space', [key], message)]);
  });

  it.each(['a b', 'posts/[ /]x', 'a\\ ', 'posts/([a-z ]+)'])('is not found in %j', async (key) => {
    expect(await check({ [key]: 'x' })).toEqual([]);
  });
});

describe('an optional segment whose slash is not optional', () => {
  it.each<[string, string, string, string]>([
    ['blog/(:num)?', '/blog', '(:num)?', 'blog(?:/(:num))?'],
    ['GET blog/(:any)?', '/blog', '(:any)?', 'GET blog(?:/(:any))?'],
    ['blog/(:num)?/edit', '/blog/edit', '(:num)?', 'blog(?:/(:num))?/edit'],
    ['(:num)/([a-z]+)?', '/12', '([a-z]+)?', '(:num)(?:/([a-z]+))?'],
    ['blog\\/(?:x)?', '/blog', '(?:x)?', 'blog(?:/(?:x))?'],
  ])('is found: %s', async (key, path, part, written) => {
    const message = `'${key}' does not match ${path}, since the slash before '${part}' is not optional; write '${written}'.`;
    const found = warning('optional-segment', [key], message);
    expect(await check({ [key]: 'x' })).toEqual([found]);
    // A row for every path is not a deliberate answer to this one.
    expect(await check({ [key]: 'x', '(.+)': 'y' })).toEqual([found]);
    expect(await check({ [written]: 'x' })).toEqual([]);
  });

  it.each<[string, SuppliedTable]>([
    ['another row answers the short path', { 'blog/(:num)?': 'x', blog: 'y' }],
    ['the slash is optional too', { 'blog(?:/(:num))?': 'x' }],
    ['the slash itself is optional', { 'blog/?': 'x' }],
    ['it is a part of a segment', { 'blog/(:num)?x': 'x' }],
    ['it is a start of a segment', { 'blog/x?y': 'x' }],
    ['it is an end of a segment', { 'blogs?': 'x' }],
    ['it is the first segment', { '(:num)?': 'x' }],
    ['it takes what follows', { 'blog/(.*)': 'x', 'shop/.*': 'x', 'news/([a-z]*)': 'x' }],
  ])('is not found if %s', async (_, table) => expect(await check(table)).toEqual([]));
});

describe('alternatives without a group', () => {
  const says = 'each as a whole path, since the bar reaches to both ends of a pattern';

  it.each<[string, string, string, string]>([
    ['en|fr/about', 'x', "'en' and 'fr/about'", "such as '(?:en|fr)/about', "],
    ['GET en|pt-br/about', 'x', "'en' and 'pt-br/about'", "such as 'GET (?:en|pt-br)/about', "],
    ['about/en|fr|de', 'x', "'about/en', 'fr' and 'de'", "such as 'about/(?:en|fr|de)', "],
    ['en|fr/a/(:any)', 'x/$1', "'en' and 'fr/a/(:any)'", "such as '(?:en|fr)/a/(:any)', "],
    ['a/(:num)/b|c/d', 'x/$1', "'a/(:num)/b' and 'c/d'", ''],
  ])('are found: %s', async (key, to, alternatives, example) => {
    const end = example === '' ? 'write a group, or' : `write a group, ${example}or`;
    const message = `'${key}' matches ${alternatives}, ${says}; ${end} one row for each.`;
    expect(await check({ [key]: to })).toEqual([warning('ungrouped', [key], message)]);
  });

  it.each<[string, SuppliedTable]>([
    ['they are as long as each other', { 'en|fr': 'x', 'about|about-us': 'x', 'a/b|c/d': 'y' }],
    ['one only has more segments', { 'login|users/login': 'users/login' }],
    ['one only has arguments', { 'blog|blog/(:num)': 'blog/index/$1' }],
    ['each has a group', { 'a/(:num)|b/c/(:num)': 'x/$1$2' }],
    ['the reference is to the whole path', { 'a|b/c': 'x/$0' }],
    ['they are in a group', { '(?:en|fr)/about': 'x', '(en|fr/about)': 'y/$1' }],
  ])('are not reported if %s', async (_, table) => expect(await check(table)).toEqual([]));
});

describe('a group that never takes part', () => {
  it.each<[string, string, string, string]>([
    ['an extension', '(:any)(?:\\.(:num))?', '(?:\\.(:num))?', '(:any)'],
    ['an extension before more', 'a/(:any)(?:\\.([a-z]+))?/b', '(?:\\.([a-z]+))?', '(:any)'],
    ['an extension before its equal', '(:any)(?:-a)?-b', '(?:-a)?', '(:any)'],
    ['segments', '(.*)(?:/(:num)){0,2}', '(?:/(:num)){0,2}', '(.*)'],
    ['one character of a set', '(:any)(?:-\\d)?', '(?:-\\d)?', '(:any)'],
    ['alternatives', '(x/[a-z]+)(?:ab+|[b-d](?!e))*', '(?:ab+|[b-d](?!e))*', '(x/[a-z]+)'],
  ])('is %s', async (_, key, group, before) => {
    const message = `The group '${group}' of '${key}' never takes part, since '${before}' before it takes its text first; exclude the first character of the group there.`;
    const finding = { level: 'error', kind: 'dead-group', rows: [key], message };
    expect(await check({ [key]: 'x' })).toEqual([finding]);
  });

  it('may be the second of two', async () => {
    const findings = await check({ '(:any)(?:-(a))?x?(?:-(b))?': 'x' });
    expect(findings.map(({ kind }) => kind)).toEqual(['dead-group', 'dead-group']);
  });

  it.each([
    ['what comes before has not all its characters', '([^/.]+)(?:\\.(:alpha))?'],
    ['what comes before is as short as possible', '([^/]+?)(?:\\.(:alpha))?'],
    ['what comes before has a limit', '([a-z]{1,2})(?:b)?'],
    ['what comes before is not one class', '((?:ab)+)(?:a)?|(a|b+)(?:b)?|()(?:c)?'],
    ['it is not optional', '(:any)(?:-(:num))'],
    ['a back reference needs its text', '([a-z]+)(?:b(c))?/\\1'],
    ['another part comes between', '(:any)/(?:a(:num))?b'],
  ])('is not reported if %s', async (_, key) => {
    expect((await check({ [key]: 'x' })).filter(({ kind }) => kind === 'dead-group')).toEqual([]);
  });
});

describe('an alternative that no request reaches', () => {
  it.each<[string, SuppliedTable, string, string]>([
    ['one row takes all of', { about: 'x', 'about|contact': 'y' }, 'about', 'about'],
    ['a row for more takes all of', { '(:num)': 'x', 'about|7': 'y' }, '7', '(:num)'],
  ])('is one that %s', async (_, table, alternative, taker) => {
    const key = Object.keys(table)[1];
    const message = `No request reaches the alternative '${alternative}' of '${key}': '${taker}' comes first and matches all its requests.`;
    const finding = { level: 'error', kind: 'dead-alternative', rows: [key, taker], message };
    expect(await check(table)).toEqual([finding]);
  });

  it('is not reported next to the whole row', async () => {
    const findings = await check({ '(?:a|b)': 'x', 'a|b': 'y' });
    expect(findings.map(({ kind }) => kind)).toEqual(['unreached']);
  });

  it.each<[string, SuppliedTable]>([
    ['the earlier row is for one method', { 'GET about': 'x', 'about|contact': 'y' }],
    ['it is left some paths', { '(:num)': 'x', 'a|7?b?': 'y' }],
    ['it is empty, and the default controller answers', { 'a|': 'y', default_controller: 'home' }],
  ])('is not reported if %s', async (_, table) => expect(await check(table)).toEqual([]));

  it('is not looked for if it may refer to another one', async () => {
    const findings = await check({ b: 'x', '(a)\\1|b': 'y' });
    expect(findings.map(({ kind }) => kind)).toEqual(['not-judged']);
  });
});

describe('a 404_override that is never used', () => {
  const override = { '404_override': 'errors/missing', default_controller: 'home' };

  it.each<[string, SuppliedTable]>([
    ['(.+)', { '(.+)': 'pages/view/$1' }],
    ['.+', { 'a/(:num)': 'a/b/$1', '.+': 'pages/view' }],
  ])('is behind %s', async (key, table) => {
    const message = `The 404_override 'errors/missing' is never used, since '${key}' matches every path; remove one of them.`;
    const found = warning('unused-override', ['404_override', key], message);
    expect(await check({ ...table, ...override })).toEqual([found]);
  });

  it('is behind a handler', async () => {
    const table = withHandler({ '(.+)': 'x/$1', ...override }, ['(.+)']);
    const [{ kind }] = await check(table);
    expect(kind).toBe('unused-override');
  });

  it.each<[string, SuppliedTable]>([
    ['the path decides the action', { '(.+)': 'pages/$1' }],
    ['a path is blocked', { secret: '', '(.+)': 'pages/view/$1' }],
    ['the catch-all is for one method', { 'GET (.+)': 'pages/view/$1' }],
    ['no row matches every path', { '(:any)': 'pages/view/$1' }],
    ['nothing answers the empty path', { '(.+)': 'pages/view/$1', default_controller: '' }],
  ])('is not reported if %s', async (_, table) => {
    expect(await check({ ...override, ...table })).toEqual([]);
  });
});

describe('a default controller that answers the empty path', () => {
  const home = { default_controller: 'welcome' };

  it.each<[string, SuppliedTable, string, string]>([
    ['(.*)', { '(.*)': 'pages/view/$1' }, '(.*)', 'GET /'],
    ['.* for a method', { a: 'b', 'POST .*': 'pages/view' }, 'POST .*', 'POST /'],
    ['a handler', withHandler({ '(.*)': 'x' }, ['(.*)']), '(.*)', 'GET /'],
    ['(.*) for other methods', { 'GET /': 'x', '(.*)': 'y' }, '(.*)', 'POST /'],
  ])('is reported before a catch-all: %s', async (_, table, row, request) => {
    const [method, path] = request.split(' ');
    const message = `'default_controller' comes before '${row}', which matches every path, and answers ${request}; remove it, or write (.+) if that is meant.`;
    const own = Object.defineProperties({ ...home }, Object.getOwnPropertyDescriptors(table));
    const found = warning('default-controller', [row, 'default_controller'], message);
    expect(await check(own)).toEqual([{ ...found, witness: { method, path } }]);
  });

  it.each(['(.*)', '(:num)?', 'GET (a|b)?'])('is reported before a block: %s', async (block) => {
    const message = `'default_controller' comes before the block '${block}', and answers GET /.`;
    const rows = [block, 'default_controller'];
    const witness = { method: 'GET', path: '/' };
    const found = { level: 'error', kind: 'block-passed', rows, message, witness };
    expect(await check({ ...home, [block]: '' })).toEqual([found]);
  });

  it.each<[string, SuppliedTable]>([
    ['Route.map filled it in', Route.collect(() => Route.get('(.*)', 'pages/view'))],
    ['the row does not match the empty path', { ...home, '(.+)': 'pages/view/$1' }],
    ['another row answers it', { ...home, '/': 'x', '(.*)': 'y' }],
    ['the row matches few other paths', { ...home, '(:num)?': 'pages/view' }],
  ])('is not reported if %s', async (_, table) => expect(await check(table)).toEqual([]));
});

describe('a destination that passes the group of an outer resource', () => {
  it('is found in resources below a prefix with a group', async () => {
    const table = Route.collect(() => {
      Route.prefix('thread/(:num)', () => Route.resources('messages', { constraint: '(:num)' }));
    });
    const found = (await check(table)).map(({ kind, rows: [key] }) => [kind, key]);
    expect(found).toEqual(
      ['GET', 'PUT', 'DELETE'].flatMap((method) => {
        const key = `${method} thread/(:num)/messages/(:num)`;
        return (method === 'GET' ? [`${key}/edit`, key] : [key]).map((key) => ['outer-group', key]);
      }),
    );
  });

  it.each([
    ['thread/(:num)/messages/(:num)', 'messages/show/$1', 1, 'messages', 2],
    ['thread/(:num)/messages/(:num)', 'forum/messages/show/$1', 1, 'messages', 2],
    ['a/(:any)/b/(:num)/c/(:num)', 'c/show/$2/$1', 2, 'c', 3],
    ['(en|fr)/messages/(:num)/all', 'messages/all/$1', 1, 'messages', 2],
  ])('is found: %s → %s', async (key, to, passed, controller, dropped) => {
    const message = `The destination of '${key}' passes $${passed}, which comes before '${controller}', and drops $${dropped}, which comes after it; write $${dropped} in its place, or add it.`;
    expect(await check({ [key]: to })).toEqual([warning('outer-group', [key], message)]);
  });

  it.each([
    ['thread/(:num)/messages/(:num)', 'messages/show/$2'],
    ['thread/(:num)/messages/(:num)', 'messages/show/$1/$2'],
    ['thread/(:num)/messages/(:num)', 'messages/show/$0'],
    ['thread/(:num)/messages/(:num)', 'messages/latest'],
    ['thread/(:num)/messages/(:num)', 'thread/messages/$1'],
    ['thread/(:num)/messages/(?:[0-9]+)', 'messages/show/$1'],
    ['messages/(:num)/([a-z-]+)', 'messages/show/$1'],
    ['messages/(:num)', 'messages/show/$1'],
    ['(:num)/(:num)', 'messages/show/$1'],
  ])('is not found: %s → %s', async (key, to) => expect(await check({ [key]: to })).toEqual([]));

  it('explains the argument that is missing', async () => {
    const findings = await found({ 'a/(:num)/users/(:num)': 'users/item/$1' });
    expect(findings.map(({ kind }) => kind)).toEqual(['outer-group']);
  });
});

class Users extends Controller {
  index() {}
  show(_id: string) {}
  item(_user: string, _item: string) {}
  list(_page = '1') {}
}
const FILES: Files = { 'application/controllers/users.ts': async () => ({ default: Users }) };
class Any {
  _remap(_action: string, _args: unknown) {}
  show(_id: string) {}
}
const REMAPPED: Files = { 'application/controllers/any.ts': async () => ({ default: Any }) };

async function found(table: SuppliedTable, files = FILES): Promise<Finding[]> {
  const findings = await check(table, { files });
  return findings.filter(({ kind }) => kind !== 'unreached-action');
}

describe('an argument that the destination drops', () => {
  const file = "of 'application/controllers/users.ts'";
  const SHOW = `, so the action 'show' ${file} gets no argument for its 1 parameter`;

  it.each<[string, string, string, string]>([
    ['users/(:num)', 'users/show', `drops $1${SHOW}; write 'users/show/$1'`, '/users/12'],
    [
      'users/(:num)/([a-z]+)',
      'users/item/$2',
      `drops $1, so the action 'item' ${file} gets 1 argument for its 2 parameters; add $1 to the destination`,
      '/users/12/a',
    ],
    ['(en|fr)/u/(:num)', 'users/show', `drops $2${SHOW}; write 'users/show/$2'`, '/en/u/12'],
    ['(users|b)/(:num)', '$1/show', `drops $2${SHOW}; add $2 to the destination`, '/users/12'],
  ])('is found: %s → %s', async (key, to, says, path) => {
    const message = `The destination of '${key}' ${says}.`;
    const finding = warning('missing-argument', [key], message);
    expect(await found({ [key]: to })).toEqual([{ ...finding, witness: { method: 'GET', path } }]);
  });

  it.each<[string, string, string, string, string?]>([
    ['me', 'users/show', 'no argument', '1', '/me'],
    ['me', 'users/item/1', '1 argument', '2', '/me'],
    ['users-(:num)', 'users/show', 'no argument', '1', '/users-12'],
    ['(en|pt\\-br)/users', 'users/show', 'no argument', '1', '/en/users'],
    ['default_controller', 'users/show', 'no argument', '1'],
    ['404_override', 'users/show', 'no argument', '1'],
  ])('is found if nothing can be added, by checkRoutes too: %s → %s', async (...row) => {
    const [key, to, passed, needed, path] = row;
    const action = to.split('/')[1];
    const message = `The destination of '${key}' passes ${passed} to '${action}' ${file}, which needs ${needed}; add what is missing, such as $1, or give the parameter a default value.`;
    const table = { a: 'users', [key]: to };
    const witness = path === undefined ? {} : { witness: { method: 'GET', path } };
    const finding = warning('missing-argument', [key], message);
    expect(await found(table)).toEqual([{ ...finding, ...witness }]);
    const [mistake, ...others] = await checkRoutes({
      routes: table,
      controllers: createControllers(FILES),
    });
    expect([mistake.message, others]).toEqual([expect.stringContaining(`key '${key}'`), []]);
  });

  it('is found though no request to the row is proved', async () => {
    const table = { '(?=ba)([ab]+)\\1': 'users/show' };
    const findings = await found(table);
    const [finding] = findings.filter(({ kind }) => kind === 'missing-argument');
    expect(finding).not.toHaveProperty('witness');
    expect(
      await checkRoutes({ routes: table, controllers: createControllers(FILES) }),
    ).toHaveLength(1);
  });

  it.each<[string, SuppliedTable, Files?]>([
    ['it is passed on', { 'users/(:num)': 'users/show/$1' }],
    ['the whole path is', { '(:num)': 'users/show/$0' }],
    ['the action has a default value', { 'users/(:num)': 'users/list' }],
    ['the action has no parameter', { 'users/(:num)': 'users' }],
    ['the group only holds a choice', { '(en|pt\\-br)/users': 'users/list' }],
    ['the group is a part of a segment', { 'users-(:num)': 'users/list' }],
    ['a later segment may fill it', { '(:num)/(.+)': 'users/show/$2' }],
    ['the row is not reached', { '(:any)': 'users/list', '(:num)': 'users/show' }],
    ['no request to a varying action is proved', { '(?=ba)([ab]+)\\1/(:num)': '$1/show' }],
    ['the class answers to any action', { '(:num)': 'any/show', me: 'any/show' }, REMAPPED],
  ])('is not reported if %s', async (_, table, files) => {
    expect((await found(table, files)).map(({ kind }) => kind)).not.toContain('missing-argument');
  });
});

describe('a slip in a destination that therefore leads nowhere', () => {
  it.each([
    ['/users/show/$1', 'empty-segment'],
    ['users/show /$1', 'space'],
    ['users/:id', 'parameter-syntax'],
    ['Users::show', 'controller-syntax'],
  ])('is one error, with what to write: %s', async (to, kind) => {
    const findings = await found({ 'users/(:num)': to });
    expect(findings).toMatchObject([{ level: 'error', kind, rows: ['users/(:num)'] }]);
    expect(findings[0].witness?.path).toBe('/users/12');
  });

  it('is a warning in the 404_override', async () => {
    const warned = { level: 'warning', kind: 'empty-segment', rows: ['404_override'] };
    expect(await found({ '404_override': '/users' })).toMatchObject([warned]);
  });
});
