/** The RealWorld API in docs/example/conduit, against its specification. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route } from 'waymark';
import { check } from 'waymark-tools/inspect';
import { accountOf } from '../../docs/example/conduit/accounts.ts';
import { fetch } from '../../docs/example/conduit/app.ts';
import { reset } from '../../docs/example/conduit/database.ts';
import routes from '../../docs/example/conduit/routes.ts';
import { addUser, userByEmail } from '../../docs/example/conduit/store.ts';
import { codesIn, excerptsOf, pageOf, rowsOf } from '../support/pages.ts';

/** Ada has published an article with a comment. Bob has done nothing yet. These are their tokens. */
let ada = '';
let bob = '';
let slug = '';
let id = 0;

function send(request: string, headers: Record<string, string> = {}, body: string | null = null) {
  const [method = '', path = ''] = request.replace('SLUG', slug).replace('ID', `${id}`).split(' ');
  return fetch(new Request(`http://localhost/api${path}`, { method, headers, body }));
}

/**
 * Sends a request such as `GET /tags`, and returns the status and the body of the answer.
 *
 * @param request SLUG and ID stand for Ada's article and its comment
 * @param token the user's; without it, a visitor asks
 * @param sent the body
 */
async function call(request: string, token?: string, sent?: unknown) {
  const response = await send(
    request,
    {
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    },
    sent === undefined ? null : JSON.stringify(sent),
  );
  const { status, headers } = response;
  const text = await response.text();
  if (text !== '') expect(headers.get('content-type')).toMatch(/^application\/json/);
  return { status, headers, body: text === '' ? null : JSON.parse(text) };
}

const bodyOf = async (...args: Parameters<typeof call>) => (await call(...args)).body;

const folder = new URL('../../docs/example/conduit/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));

const PASSWORD = 'jakejake';
const emailOf = (username: string) => `${username}@conduit.test`;
const userNamed = (username: string) => ({
  username,
  email: emailOf(username),
  password: PASSWORD,
});

/** The hash of the password. All users share it, since it is slow to make. */
let hash = '';
beforeAll(async () => {
  expect(await call('POST /users', undefined, { user: userNamed('eve') })).toMatchObject({
    status: 201,
  });
  hash = String(userByEmail(emailOf('eve'))?.password);
});

/** Adds a user with that password, and returns a token. */
const join = (username: string) =>
  accountOf(addUser({ ...userNamed(username), password: hash })).user.token;

const DRAGON = { title: 'How to train your dragon', description: 'Ever wonder how?' };
const ARTICLE = { ...DRAGON, body: 'You have to believe' };

/** Publishes an article, and returns its slug. */
async function publish(token: string, fields: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await call('POST /articles', token, {
    article: { ...ARTICLE, ...fields },
  });
  expect(status).toBe(201);
  return String(body.article.slug);
}

/** Adds a comment to Ada's article, and returns its id. */
async function comment(token: string, text: string) {
  const sent = { comment: { body: text } };
  const { status, body } = await call('POST /articles/SLUG/comments', token, sent);
  expect(status).toBe(201);
  return Number(body.comment.id);
}

const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const TOKEN = expect.stringMatching(/^\S+$/);
const profileOf = (username: string) => ({ username, bio: null, image: null, following: false });
const FOLLOWED = { ...profileOf('ada'), following: true };

beforeEach(async () => {
  reset();
  [ada, bob] = [join('ada'), join('bob')];
  slug = await publish(ada, { tagList: ['training', 'dragons'] });
  id = await comment(ada, 'It takes a Jacobian');
});
afterEach(() => {
  vi.useRealTimers();
});

const NEW_ARTICLE = { article: { ...DRAGON, body: 'Carefully' } };
const NEW_COMMENT = { comment: { body: 'Thank you' } };
const NEW_USER = { user: userNamed('eve') };
const LOGIN = { user: { email: emailOf('ada'), password: PASSWORD } };

/** Each endpoint, the statuses for a user who owns nothing and for a visitor, and a body for it. */
const ENDPOINTS: readonly (readonly [string, number, number, unknown?])[] = [
  ['POST /users', 201, 201, NEW_USER],
  ['POST /users/login', 200, 200, LOGIN],
  ['GET /user', 200, 401],
  ['PUT /user', 200, 401, { user: { bio: 'I like to skateboard' } }],
  ['GET /profiles/ada', 200, 200],
  ['POST /profiles/ada/follow', 200, 401],
  ['DELETE /profiles/ada/follow', 200, 401],
  ['GET /articles', 200, 200],
  ['GET /articles/feed', 200, 401],
  ['POST /articles', 201, 401, NEW_ARTICLE],
  ['GET /articles/SLUG', 200, 200],
  ['PUT /articles/SLUG', 403, 401, { article: { body: 'Mine now' } }],
  ['DELETE /articles/SLUG', 403, 401],
  ['POST /articles/SLUG/favorite', 200, 401],
  ['DELETE /articles/SLUG/favorite', 200, 401],
  ['GET /articles/SLUG/comments', 200, 200],
  ['POST /articles/SLUG/comments', 201, 401, NEW_COMMENT],
  ['DELETE /articles/SLUG/comments/ID', 403, 401],
  ['GET /tags', 200, 200],
];

describe('the table', () => {
  const table = Route.collect(routes);

  it('has a row for each endpoint of the specification, and no other', () => {
    const pathOf = (key: string) => key.replaceAll(/\(\?<\w+>:\w+\)/g, '{}');
    const keys = Object.keys(table).filter((key) => key !== 'default_controller');
    const specified = ENDPOINTS.map(([request]) =>
      request.replace(' /', ' ').replaceAll(/\bada\b|SLUG|ID/g, '{}'),
    );
    expect(keys.map(pathOf).sort()).toEqual(specified.sort());
  });

  it('has nothing that the checker finds', async () => {
    await expect(check(table)).resolves.toEqual([]);
  });
});

describe.each(['a user who owns nothing', 'a visitor'])('to %s', (who) => {
  const isUser = who !== 'a visitor';

  it.each(
    ENDPOINTS.map(([request, user, visitor, sent]) => [request, isUser ? user : visitor, sent]),
  )('the endpoint %s answers %i, for %j', async (request, status, sent) => {
    expect(await call(`${request}`, isUser ? bob : undefined, sent)).toMatchObject({ status });
  });
});

describe('an account', () => {
  const ACCOUNT = { email: emailOf('ada'), token: TOKEN, username: 'ada', bio: null, image: null };

  it('is what registration answers', async () => {
    const user = { ...ACCOUNT, username: 'eve', email: emailOf('eve') };
    expect(await bodyOf('POST /users', undefined, NEW_USER)).toEqual({ user });
  });

  it.each([emailOf('ada'), 'Ada@Conduit.test'])(
    'is what a login of %s answers, and what its own user sees',
    async (email) => {
      const sent = { user: { email, password: PASSWORD } };
      const body = await bodyOf('POST /users/login', undefined, sent);
      expect(body).toEqual({ user: ACCOUNT });
      expect(await bodyOf('GET /user', body.user.token)).toEqual({ user: ACCOUNT });
    },
  );

  it.each([
    { email: 'ada@lovelace.test' },
    { username: 'lovelace' },
    { username: 'ada', email: emailOf('ada') },
    { bio: 'I work at statefarm' },
    { image: 'https://conduit.test/ada.jpg' },
    { bio: 'Countess', image: null },
    {},
  ])('changes only in what is sent: %j', async (user) => {
    const expected = { user: { ...ACCOUNT, ...user } };
    expect(await call('PUT /user', ada, { user })).toMatchObject({ status: 200, body: expected });
    expect(await bodyOf('GET /user', ada)).toEqual(expected);
  });

  it('changes in nothing that only the server sets', async () => {
    const { id: other, ...rest } = { ...userByEmail(emailOf('bob')) };
    const user = { id: other, token: 'mine', following: true, bio: 'Eve' };
    expect(await bodyOf('PUT /user', ada, { user })).toEqual({ user: { ...ACCOUNT, bio: 'Eve' } });
    expect(userByEmail(emailOf('bob'))).toEqual({ id: other, ...rest });
  });

  it('may lose its bio again', async () => {
    await call('PUT /user', ada, { user: { bio: 'Countess' } });
    expect(await bodyOf('PUT /user', ada, { user: { bio: null } })).toEqual({ user: ACCOUNT });
  });

  it('has a new password after a change, and the old one no longer', async () => {
    const logIn = (password: string) =>
      call('POST /users/login', undefined, { user: { ...LOGIN.user, password } });
    await call('PUT /user', ada, { user: { password: 'analytical' } });
    expect(await logIn('analytical')).toMatchObject({ status: 200 });
    expect(await logIn(PASSWORD)).toMatchObject({ status: 401 });
  });
});

describe('a token', () => {
  const statusOf = async (authorization: string) =>
    (await send('GET /user', { authorization })).status;

  it.each<[string, (token: string) => string, number]>([
    ['as it was given', (token) => `Token ${token}`, 200],
    ['under another scheme', (token) => `Bearer ${token}`, 401],
    ['without a scheme', (token) => token, 401],
    [
      'of another user',
      (token) => `Token ${token.replace(/^\d+/, (user) => `${Number(user) + 1}`)}`,
      401,
    ],
    ['with a later end', (token) => `Token ${token.replace('.', '.9')}`, 401],
    ['with another signature', (token) => `Token ${token.slice(0, -2)}AA`, 401],
    ['cut off', (token) => `Token ${token.slice(0, -2)}`, 401],
    ['with something behind', (token) => `Token ${token}A`, 401],
    ['that is empty', () => 'Token ', 401],
  ])('%s', async (_what, write, status) => expect(await statusOf(write(ada))).toBe(status));

  it.each([
    [6, 200],
    [8, 401],
  ])('after %i days is a %i', async (days, status) => {
    vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ['Date'] });
    expect(await statusOf(`Token ${ada}`)).toBe(status);
  });

  it('of a user who is gone is refused', async () => {
    reset();
    expect(await statusOf(`Token ${ada}`)).toBe(401);
  });

  it('that is wrong makes its user a visitor of an open route', async () => {
    expect(await call('GET /tags', 'wrong')).toMatchObject({ status: 200 });
  });
});

describe('a profile', () => {
  it('shows who is followed, to the follower alone', async () => {
    const profile = profileOf('ada');
    // A second request is answered as the first.
    for (const _ of ['first', 'second']) {
      const followed = await call('POST /profiles/ada/follow', bob);
      expect(followed).toMatchObject({ status: 200, body: { profile: FOLLOWED } });
    }
    expect(await bodyOf('GET /profiles/ada', bob)).toEqual({ profile: FOLLOWED });
    expect(await bodyOf('GET /profiles/ada', ada)).toEqual({ profile });
    expect(await bodyOf('GET /profiles/ada')).toEqual({ profile });
    for (const _ of ['first', 'second']) {
      const left = await call('DELETE /profiles/ada/follow', bob);
      expect(left).toMatchObject({ status: 200, body: { profile } });
    }
  });

  it('has the bio and the image of the account, and nothing secret', async () => {
    const user = { bio: 'Countess', image: 'https://conduit.test/ada.jpg' };
    await call('PUT /user', ada, { user });
    const profile = { username: 'ada', ...user, following: false };
    expect(await bodyOf('GET /profiles/ada')).toEqual({ profile });
  });

  it('may have letters of any language in its name', async () => {
    const user = { ...NEW_USER.user, username: 'Žofie' };
    expect(await call('POST /users', undefined, { user })).toMatchObject({ status: 201 });
    const { profile } = await bodyOf(`GET /profiles/${encodeURIComponent('Žofie')}`);
    expect(profile.username).toBe('Žofie');
  });
});

describe('an article', () => {
  const tagList = ['dragons', 'training'];
  const PUBLISHED = {
    slug: expect.stringMatching(/^how-to-train-your-dragon(?:-\w+)?$/),
    ...ARTICLE,
    tagList,
    createdAt: DATE,
    updatedAt: DATE,
    favorited: false,
    favoritesCount: 0,
    author: profileOf('ada'),
  };

  it('is complete for its author, another user and a visitor', async () => {
    for (const token of [ada, bob, undefined]) {
      expect(await bodyOf('GET /articles/SLUG', token)).toEqual({ article: PUBLISHED });
    }
  });

  it('is where its Location says', async () => {
    const { headers, body } = await call('POST /articles', ada, NEW_ARTICLE);
    const path = String(headers.get('location'));
    expect(path).toBe(`/api/articles/${body.article.slug}`);
    expect(await bodyOf(`GET ${path.replace('/api', '')}`)).toEqual(body);
  });

  it.each([
    [undefined, []],
    [
      ['b', 'a', 'b'],
      ['a', 'b'],
    ],
  ])('needs no tags, and has each once: %j', async (tagList, expected) => {
    const article = { ...NEW_ARTICLE.article, tagList };
    expect((await bodyOf('POST /articles', ada, { article })).article.tagList).toEqual(expected);
  });

  it.each([
    'How to train your dragon',
    'Feed',
    '???',
    'a/b?c#d',
    '../..',
    'Žluťoučký kůň',
    '日本語',
    `x'; DROP TABLE articles; --`,
  ])('with the title %j is found by its slug', async (title) => {
    const added = await publish(ada, { title });
    expect((await bodyOf(`GET /articles/${encodeURIComponent(added)}`)).article.title).toBe(title);
    expect(added).not.toBe(slug);
  });

  it.each([
    { description: 'So toothless' },
    { body: 'With two hands' },
    { tagList: ['riding'] },
    { tagList: [] },
    { title: DRAGON.title },
    {},
  ])('keeps its slug if only this is sent: %j', async (article) => {
    const { status, body } = await call('PUT /articles/SLUG', ada, { article });
    expect([status, body]).toEqual([200, { article: { ...PUBLISHED, ...article, slug } }]);
    expect(await bodyOf('GET /articles/SLUG')).toEqual(body);
  });

  it.each(['POST /articles', 'PUT /articles/SLUG'])(
    'has nothing that only the server sets from the body of %s',
    async (request) => {
      const sent = { id: 7, author: 7, slug: 'mine', createdAt: 'today', favoritesCount: 100 };
      const article = { ...NEW_ARTICLE.article, tagList, ...sent };
      const expected = { article: { ...PUBLISHED, body: 'Carefully' } };
      expect(await bodyOf(request, ada, { article })).toEqual(expected);
    },
  );

  it('gets another slug with another title', async () => {
    await call('POST /articles/SLUG/favorite', ada);
    const title = 'Did you train your dragon?';
    const { article } = await bodyOf('PUT /articles/SLUG', ada, { article: { title } });
    expect(article.slug).toMatch(/^did-you-train-your-dragon/);
    expect(article).toMatchObject({ title, favoritesCount: 1, tagList });
    expect(await call('GET /articles/SLUG')).toMatchObject({ status: 404 });
    expect((await bodyOf(`GET /articles/${article.slug}/comments`)).comments).toHaveLength(1);
  });

  it('has a later updatedAt after a change, and the same createdAt', async () => {
    const { article: before } = await bodyOf('GET /articles/SLUG');
    vi.useFakeTimers({ now: Date.now() + 1000, toFake: ['Date'] });
    const sent = { article: { body: 'Again' } };
    const { article: after } = await bodyOf('PUT /articles/SLUG', ada, sent);
    expect(after.createdAt).toBe(before.createdAt);
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it('is gone after its author deletes it, with its comments and tags', async () => {
    expect(await call('DELETE /articles/SLUG', ada)).toMatchObject({ status: 204, body: null });
    expect(await call('GET /articles/SLUG')).toMatchObject({ status: 404 });
    expect(await call('GET /articles/SLUG/comments')).toMatchObject({ status: 404 });
    expect(await bodyOf('GET /tags')).toEqual({ tags: [] });
    expect(await bodyOf('GET /articles')).toEqual({ articles: [], articlesCount: 0 });
  });

  it('counts its favourites, and says to each user whether it is one of theirs', async () => {
    for (const [method, token, favorited, favoritesCount] of [
      ['POST', bob, true, 1],
      ['POST', bob, true, 1],
      ['GET', ada, false, 1],
      ['POST', ada, true, 2],
      ['DELETE', bob, false, 1],
      ['DELETE', bob, false, 1],
      ['GET', ada, true, 1],
    ] as const) {
      const request = `${method} /articles/SLUG${method === 'GET' ? '' : '/favorite'}`;
      expect((await bodyOf(request, token)).article).toMatchObject({ favorited, favoritesCount });
    }
  });

  it('says whether its author is followed', async () => {
    await call('POST /profiles/ada/follow', bob);
    expect((await bodyOf('GET /articles/SLUG', bob)).article.author).toEqual(FOLLOWED);
  });
});

describe('a list of articles', () => {
  const titles = ({ articles }: { articles: { title: string }[] }) =>
    articles.map(({ title }) => title);

  beforeEach(async () => {
    reset();
    [ada, bob] = [join('ada'), join('bob')];
    const one = await publish(ada, { title: 'one', tagList: ['a'] });
    const two = await publish(bob, { title: 'two', tagList: ['a', 'b'] });
    await publish(ada, { title: 'three', tagList: ['b'] });
    await publish(ada, { title: 'four' });
    await call(`POST /articles/${one}/favorite`, bob);
    await call(`POST /articles/${two}/favorite`, bob);
    await call(`POST /articles/${two}/favorite`, ada);
  });

  it.each<[string, string[], number]>([
    ['', ['four', 'three', 'two', 'one'], 4],
    ['?tag=a', ['two', 'one'], 2],
    ['?tag=b', ['three', 'two'], 2],
    ['?tag=c', [], 0],
    ['?tag=', [], 0],
    ['?author=ada', ['four', 'three', 'one'], 3],
    ['?author=bob', ['two'], 1],
    ['?author=nobody', [], 0],
    ['?favorited=bob', ['two', 'one'], 2],
    ['?favorited=ada', ['two'], 1],
    ['?favorited=nobody', [], 0],
    ['?tag=a&author=ada', ['one'], 1],
    ['?tag=b&author=ada&favorited=ada', [], 0],
    ['?tag=b&author=bob&favorited=ada', ['two'], 1],
    ['?limit=2', ['four', 'three'], 4],
    ['?limit=2&offset=2', ['two', 'one'], 4],
    ['?offset=3', ['one'], 4],
    ['?offset=4', [], 4],
    ['?author=ada&limit=1&offset=1', ['three'], 3],
    ['?unknown=1&slug=one&me=1&reader=1', ['four', 'three', 'two', 'one'], 4],
    ["?author=ada'--", [], 0],
    // Ada's articles, since Bob follows her.
    ['/feed', ['four', 'three', 'one'], 3],
    ['/feed?limit=1', ['four'], 3],
    ['/feed?limit=1&offset=2', ['one'], 3],
    ['/feed?offset=3', [], 3],
    ['/feed?author=bob', ['four', 'three', 'one'], 3],
  ])('at %j is %j, of %i', async (path, expected, articlesCount) => {
    await call('POST /profiles/ada/follow', bob);
    const { status, body } = await call(`GET /articles${path}`, bob);
    expect([status, titles(body), body.articlesCount]).toEqual([200, expected, articlesCount]);
  });

  it('has 20 articles by default', async () => {
    for (let more = 0; more < 18; more++) await publish(bob);
    const { articles, articlesCount } = await bodyOf('GET /articles');
    expect([articles.length, articlesCount]).toEqual([20, 22]);
  });

  it.each(['?tag=a&author=ada', '/feed?offset=2'])(
    'has articles without their bodies, as each user sees them: %s',
    async (path) => {
      await call('POST /profiles/ada/follow', bob);
      const { articles } = await bodyOf(`GET /articles${path}`, bob);
      expect(articles).toEqual([
        {
          slug: expect.stringMatching(/^one/),
          title: 'one',
          description: DRAGON.description,
          tagList: ['a'],
          createdAt: DATE,
          updatedAt: DATE,
          favorited: true,
          favoritesCount: 1,
          author: FOLLOWED,
        },
      ]);
    },
  );

  it('in the feed is empty without follows, and after the last one ends', async () => {
    const empty = { articles: [], articlesCount: 0 };
    expect(await bodyOf('GET /articles/feed', ada)).toEqual(empty);
    await call('POST /profiles/bob/follow', ada);
    expect(titles(await bodyOf('GET /articles/feed', ada))).toEqual(['two']);
    await call('DELETE /profiles/bob/follow', ada);
    expect(await bodyOf('GET /articles/feed', ada)).toEqual(empty);
  });

  it('has its tags in the list of tags', async () => {
    expect(await bodyOf('GET /tags')).toEqual({ tags: ['a', 'b'] });
  });
});

describe('comments', () => {
  const dates = { createdAt: DATE, updatedAt: DATE };
  const thanks = { id: expect.any(Number), ...dates, body: 'Thank you', author: profileOf('bob') };

  it('are answered when they are made', async () => {
    const body = await bodyOf('POST /articles/SLUG/comments', bob, NEW_COMMENT);
    expect(body).toEqual({ comment: thanks });
  });

  it('are listed with their authors, as each user sees them', async () => {
    await comment(bob, 'Thank you');
    await call('POST /profiles/ada/follow', bob);
    const first = { id, ...dates, body: 'It takes a Jacobian' };
    expect(await bodyOf('GET /articles/SLUG/comments', bob)).toEqual({
      comments: [{ ...first, author: FOLLOWED }, thanks],
    });
    expect(await bodyOf('GET /articles/SLUG/comments')).toEqual({
      comments: [{ ...first, author: profileOf('ada') }, thanks],
    });
  });

  it("are deleted by their own authors, and not by the article's", async () => {
    const path = `/articles/SLUG/comments/${await comment(bob, 'Thank you')}`;
    expect(await call(`DELETE ${path}`, ada)).toMatchObject({ status: 403 });
    expect((await bodyOf('GET /articles/SLUG/comments')).comments).toHaveLength(2);
    expect(await call(`DELETE ${path}`, bob)).toMatchObject({ status: 204, body: null });
    expect((await bodyOf('GET /articles/SLUG/comments')).comments).toMatchObject([{ id }]);
  });

  it('are not found below another article', async () => {
    const other = await publish(ada);
    expect(await call(`DELETE /articles/${other}/comments/ID`, ada)).toMatchObject({ status: 404 });
    expect(await bodyOf(`GET /articles/${other}/comments`)).toEqual({ comments: [] });
  });
});

describe('an error', () => {
  const login = (email: string, password: string) => ({ user: { email, password } });

  it.each<[who: 'Bob' | 'a visitor', request: string, status: number, unknown?]>([
    ...[
      ...['GET /nothing', 'GET /', 'GET /profiles/nobody', 'POST /profiles/nobody/follow'],
      ...['DELETE /profiles/nobody/follow', 'GET /articles/nothing', 'DELETE /articles/nothing'],
      ...['POST /articles/nothing/favorite', 'DELETE /articles/nothing/favorite'],
      ...['GET /articles/nothing/comments', 'DELETE /articles/nothing/comments/ID'],
      ...['DELETE /articles/SLUG/comments/0', 'DELETE /articles/SLUG/comments/first'],
      'DELETE /articles/SLUG/comments/99999999999999999999',
    ].map((request): ['Bob', string, number] => ['Bob', request, 404]),
    ['Bob', 'DELETE /articles/SLUG', 403],
    ['Bob', 'DELETE /articles/SLUG/comments/ID', 403],
    ['Bob', 'PATCH /articles/SLUG', 405],
    ['Bob', 'DELETE /tags', 405],
    ['Bob', 'GET /articles/%', 400],
    ['a visitor', 'GET /user', 401],
    ['a visitor', 'POST /articles', 401, NEW_ARTICLE],
    ['a visitor', 'DELETE /articles/SLUG/comments/ID', 401],
    ['a visitor', 'GET /nothing', 404],
    ['a visitor', 'DELETE /tags', 405],
    ['a visitor', 'GET /articles/%', 400],
    ['a visitor', 'POST /users/login', 401, login(emailOf('ada'), 'jakejakf')],
    ['a visitor', 'POST /users/login', 401, login(emailOf('ada'), '')],
    ['a visitor', 'POST /users/login', 401, login(emailOf('nobody'), PASSWORD)],
  ])('answers %s at %s with %i, and says so: %j', async (who, request, status, sent) => {
    const message = {
      400: 'Bad Request',
      401: 'Unauthorized',
      403: 'Forbidden',
      404: 'Not Found',
      405: 'Method Not Allowed',
    }[status];
    const answer = await call(request, who === 'Bob' ? bob : undefined, sent);
    expect([answer.status, answer.body]).toEqual([status, { errors: { body: [message] } }]);
  });

  const user = (fields: object) => ({ user: { ...NEW_USER.user, ...fields } });
  const article = (fields: object) => ({ article: { ...NEW_ARTICLE.article, ...fields } });

  /** The last column has the start of each message. */
  it.each<[string, unknown, ...string[]]>([
    ['POST /users', {}, 'user '],
    ['POST /users', null, ''],
    ['POST /users', { user: {} }, 'user.email ', 'user.password ', 'user.username '],
    ['POST /users', user({ email: 'eve' }), 'user.email '],
    ['POST /users', user({ username: '' }), 'user.username '],
    ['POST /users', user({ username: '..' }), 'user.username '],
    ['POST /users', user({ username: 7 }), 'user.username '],
    ['POST /users', user({ password: 'short' }), 'user.password '],
    ['POST /users', user({ username: 'ada' }), 'username has already been taken'],
    ['POST /users', user({ email: emailOf('ada') }), 'email has already been taken'],
    ['POST /users', user({ email: 'ADA@conduit.test' }), 'email has already been taken'],
    ['POST /users/login', { user: { email: emailOf('ada') } }, 'user.password '],
    ['POST /users/login', { user: { email: 7, password: PASSWORD } }, 'user.email '],
    ['PUT /user', { user: { email: 'ada' } }, 'user.email '],
    ['PUT /user', { user: { username: null } }, 'user.username '],
    ['PUT /user', { user: { password: '' } }, 'user.password '],
    ['PUT /user', { user: { bio: 7 } }, 'user.bio '],
    ['PUT /user', { user: { username: 'ada' } }, 'username has already been taken'],
    ['PUT /user', { user: { email: emailOf('ada') } }, 'email has already been taken'],
    ['POST /articles', { article: {} }, 'article.body ', 'article.description ', 'article.title '],
    ['POST /articles', article({ title: '' }), 'article.title '],
    ['POST /articles', article({ title: ' \n' }), 'article.title '],
    ['POST /articles', article({ body: '' }), 'article.body '],
    ['POST /articles', article({ tagList: 'a' }), 'article.tagList '],
    ['POST /articles', article({ tagList: [7] }), 'article.tagList[0] '],
    ['PUT /articles/SLUG', { article: { title: '' } }, 'article.title '],
    ['PUT /articles/SLUG', { article: { body: null } }, 'article.body '],
    ['POST /articles/SLUG/comments', { comment: {} }, 'comment.body '],
    ['POST /articles/SLUG/comments', { comment: { body: '' } }, 'comment.body '],
    ['POST /articles/SLUG/comments', [], 'comment '],
    ['GET /articles?limit=0', undefined, 'limit '],
    ['GET /articles?limit=many', undefined, 'limit '],
    ['GET /articles?offset=-1', undefined, 'offset '],
    ['GET /articles?tag=a&tag=b', undefined, 'tag '],
    ['GET /articles/feed?limit=1.5', undefined, 'limit '],
  ])('answers %s with %j with 422, and names each fault: %s', async (request, sent, ...starts) => {
    const { status, body } = await call(request, bob, sent);
    const messages = starts.map((start) =>
      expect.toSatisfy((message: string) => message.startsWith(start)),
    );
    expect([status, body]).toEqual([422, { errors: { body: messages } }]);
  });

  it.each([
    ['is cut off', '{"article":', 'application/json', 400],
    ['is a form', 'title=Dragons', 'application/x-www-form-urlencoded', 415],
    ['is too long', `"${'a'.repeat(1_048_576)}"`, 'application/json', 413],
  ] as const)('answers a body that %s', async (_what, body, type, status) => {
    const headers = { authorization: `Token ${ada}`, 'content-type': type };
    const response = await send('POST /articles', headers, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ errors: { body: [expect.any(String)] } });
  });
});

describe('the documentation of the example', () => {
  const page = pageOf('docs/other-frameworks.md');

  it('shows a route', () => {
    const shown = excerptsOf(page).map(({ file }) => file.replace('example/conduit/', ''));
    expect(shown).toEqual(['routes.ts']);
  });

  it('names every file but the server', () => {
    const rows = rowsOf(page, ['file', 'contents']);
    expect([...rows.flatMap(([cell]) => codesIn(cell)), 'server.ts'].sort()).toEqual(files.sort());
  });

  it('is right about its size: 75 lines for the routes, the users and the errors', () => {
    const linesOf = (files: readonly string[]) =>
      files
        .map((file) => readFileSync(new URL(file, folder), 'utf8'))
        .join('')
        .match(/\n/g)?.length;
    expect(linesOf(['routes.ts', 'app.ts'])).toBeLessThanOrEqual(75);
    expect(linesOf(files)).toBeLessThan(500);
  });
});
