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
import { codesIn, pageOf, rowsOf } from '../support/pages.ts';

interface Sent {
  readonly token?: string;
  readonly body?: unknown;
}

/** Sends a request such as `GET /tags`, and returns the status and the body of the answer. */
async function call(request: string, { token, body }: Sent = {}) {
  const [method = '', path = ''] = request.split(' ');
  const headers = new Headers(token === undefined ? {} : { authorization: `Token ${token}` });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(
    new Request(`http://localhost/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

const folder = new URL('../../docs/example/conduit/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));

const PASSWORD = 'jakejake';
const emailOf = (username: string) => `${username}@conduit.test`;

/** The hash of the password. All users share it, since it is slow to make. */
let hash = '';
beforeAll(async () => {
  const user = { username: 'eve', email: emailOf('eve'), password: PASSWORD };
  expect(await call('POST /users', { body: { user } })).toMatchObject({ status: 201 });
  hash = String(userByEmail(user.email)?.password);
});

/** Adds a user with that password, and returns a token. */
const join = (username: string) =>
  accountOf(addUser({ username, email: emailOf(username), password: hash })).user.token;

const DRAGON = { title: 'How to train your dragon', description: 'Ever wonder how?' };

/** Publishes an article, and returns its slug. */
async function publish(token: string, fields: Readonly<Record<string, unknown>> = {}) {
  const article = { ...DRAGON, body: 'You have to believe', ...fields };
  const { status, body } = await call('POST /articles', { token, body: { article } });
  expect(status).toBe(201);
  return String(body.article.slug);
}

async function comment(token: string, slug: string, text = 'It takes a Jacobian') {
  const sent = { token, body: { comment: { body: text } } };
  const { status, body } = await call(`POST /articles/${slug}/comments`, sent);
  expect(status).toBe(201);
  return Number(body.comment.id);
}

const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const TOKEN = expect.stringMatching(/^\S+$/);
const profileOf = (username: string) => ({ username, bio: null, image: null, following: false });

/** Ada has published an article with a comment. Bob has done nothing yet. */
let ada = '';
let bob = '';
let slug = '';
let id = 0;

beforeEach(async () => {
  reset();
  [ada, bob] = [join('ada'), join('bob')];
  slug = await publish(ada, { tagList: ['training', 'dragons'] });
  id = await comment(ada, slug);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fills in what only the running application knows. */
const filled = (request: string) => request.replace('SLUG', slug).replace('ID', String(id));

const NEW_ARTICLE = { article: { ...DRAGON, body: 'Carefully' } };
const NEW_COMMENT = { comment: { body: 'Thank you' } };
const NEW_USER = { user: { username: 'eve', email: 'eve@conduit.test', password: PASSWORD } };
const LOGIN = { user: { email: 'ada@conduit.test', password: PASSWORD } };

/** Each endpoint, a body for it, and the statuses for a user who owns nothing, and for a visitor. */
const ENDPOINTS: readonly (readonly [string, unknown, number, number])[] = [
  ['POST /users', NEW_USER, 201, 201],
  ['POST /users/login', LOGIN, 200, 200],
  ['GET /user', undefined, 200, 401],
  ['PUT /user', { user: { bio: 'I like to skateboard' } }, 200, 401],
  ['GET /profiles/ada', undefined, 200, 200],
  ['POST /profiles/ada/follow', undefined, 200, 401],
  ['DELETE /profiles/ada/follow', undefined, 200, 401],
  ['GET /articles', undefined, 200, 200],
  ['GET /articles/feed', undefined, 200, 401],
  ['POST /articles', NEW_ARTICLE, 201, 401],
  ['GET /articles/SLUG', undefined, 200, 200],
  ['PUT /articles/SLUG', { article: { body: 'Mine now' } }, 403, 401],
  ['DELETE /articles/SLUG', undefined, 403, 401],
  ['POST /articles/SLUG/favorite', undefined, 200, 401],
  ['DELETE /articles/SLUG/favorite', undefined, 200, 401],
  ['GET /articles/SLUG/comments', undefined, 200, 200],
  ['POST /articles/SLUG/comments', NEW_COMMENT, 201, 401],
  ['DELETE /articles/SLUG/comments/ID', undefined, 403, 401],
  ['GET /tags', undefined, 200, 200],
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

describe('the endpoint', () => {
  it.each(ENDPOINTS)(
    '%s, with %j, answers a user who owns nothing with %i',
    async (request, body, status) => {
      expect(await call(filled(request), { token: bob, body })).toMatchObject({ status });
    },
  );

  it.each(ENDPOINTS.map(([request, body, , status]) => [request, body, status] as const))(
    '%s, with %j, answers a visitor with %i',
    async (request, body, status) => {
      expect(await call(filled(request), { body })).toMatchObject({ status });
    },
  );
});

describe('an account', () => {
  const ACCOUNT = {
    email: 'ada@conduit.test',
    token: TOKEN,
    username: 'ada',
    bio: null,
    image: null,
  };

  it('is what registration answers', async () => {
    const { body } = await call('POST /users', { body: NEW_USER });
    expect(body).toEqual({ user: { ...ACCOUNT, username: 'eve', email: 'eve@conduit.test' } });
  });

  it.each(['ada@conduit.test', 'Ada@Conduit.test'])(
    'is what a login of %s answers',
    async (email) => {
      const { body } = await call('POST /users/login', {
        body: { user: { email, password: PASSWORD } },
      });
      expect(body).toEqual({ user: ACCOUNT });
      expect(await call('GET /user', { token: body.user.token })).toMatchObject({ status: 200 });
    },
  );

  it('is what its own user sees', async () => {
    expect((await call('GET /user', { token: ada })).body).toEqual({ user: ACCOUNT });
  });

  it.each([
    { email: 'ada@lovelace.test' },
    { username: 'lovelace' },
    { bio: 'I work at statefarm' },
    { image: 'https://conduit.test/ada.jpg' },
    { bio: 'Countess', image: null },
    {},
  ])('changes only in what is sent: %j', async (user) => {
    const expected = { user: { ...ACCOUNT, ...user } };
    const { status, body } = await call('PUT /user', { token: ada, body: { user } });
    expect([status, body]).toEqual([200, expected]);
    expect((await call('GET /user', { token: ada })).body).toEqual(expected);
  });

  it('changes in nothing that only the server sets', async () => {
    const { id: other, ...rest } = { ...userByEmail('bob@conduit.test') };
    const sent = { id: other, token: 'mine', following: true, bio: 'Eve' };
    const { body } = await call('PUT /user', { token: ada, body: { user: sent } });
    expect(body).toEqual({ user: { ...ACCOUNT, bio: 'Eve' } });
    expect(userByEmail('bob@conduit.test')).toEqual({ id: other, ...rest });
  });

  it('may lose its bio again', async () => {
    await call('PUT /user', { token: ada, body: { user: { bio: 'Countess' } } });
    const { body } = await call('PUT /user', { token: ada, body: { user: { bio: null } } });
    expect(body).toEqual({ user: ACCOUNT });
  });

  it('keeps its own name and e-mail address if they are sent again', async () => {
    const user = { username: 'ada', email: 'ada@conduit.test' };
    expect(await call('PUT /user', { token: ada, body: { user } })).toMatchObject({ status: 200 });
  });

  it('has a new password after a change, and the old one no longer', async () => {
    const statusOf = async (password: string) =>
      (await call('POST /users/login', { body: { user: { ...LOGIN.user, password } } })).status;
    await call('PUT /user', { token: ada, body: { user: { password: 'analytical' } } });
    expect([await statusOf('analytical'), await statusOf(PASSWORD)]).toEqual([200, 401]);
  });
});

describe('a token', () => {
  const statusOf = async (authorization: string) => {
    const headers = { authorization };
    return (await fetch(new Request('http://localhost/api/user', { headers }))).status;
  };

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
  ])('%s', async (_what, write, status) => {
    expect(await statusOf(write(ada))).toBe(status);
  });

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
    expect(await call('GET /tags', { token: 'wrong' })).toMatchObject({ status: 200 });
  });
});

describe('a profile', () => {
  it('shows who is followed, to the follower alone', async () => {
    const following = { profile: { ...profileOf('ada'), following: true } };
    const followed = await call('POST /profiles/ada/follow', { token: bob });
    expect(followed.body).toEqual(following);
    expect((await call('GET /profiles/ada', { token: bob })).body).toEqual(following);
    expect((await call('GET /profiles/ada', { token: ada })).body).toEqual({
      profile: profileOf('ada'),
    });
    expect((await call('GET /profiles/ada')).body).toEqual({ profile: profileOf('ada') });
    const left = await call('DELETE /profiles/ada/follow', { token: bob });
    expect(left.body).toEqual({ profile: profileOf('ada') });
  });

  it.each([
    ['POST', true],
    ['DELETE', false],
  ] as const)('answers a second %s as the first', async (method, following) => {
    await call(`${method} /profiles/ada/follow`, { token: bob });
    const { status, body } = await call(`${method} /profiles/ada/follow`, { token: bob });
    expect([status, body]).toEqual([200, { profile: { ...profileOf('ada'), following } }]);
  });

  it('has the bio and the image of the account, and nothing secret', async () => {
    const user = { bio: 'Countess', image: 'https://conduit.test/ada.jpg' };
    await call('PUT /user', { token: ada, body: { user } });
    const { body } = await call('GET /profiles/ada');
    expect(body).toEqual({ profile: { username: 'ada', ...user, following: false } });
  });

  it('may have letters of any language in its name', async () => {
    const user = { ...NEW_USER.user, username: 'Žofie' };
    expect(await call('POST /users', { body: { user } })).toMatchObject({ status: 201 });
    const { body } = await call(`GET /profiles/${encodeURIComponent('Žofie')}`);
    expect(body.profile.username).toBe('Žofie');
  });
});

describe('an article', () => {
  const ARTICLE = {
    slug: expect.stringMatching(/^how-to-train-your-dragon(?:-\w+)?$/),
    ...DRAGON,
    body: 'You have to believe',
    tagList: ['dragons', 'training'],
    createdAt: DATE,
    updatedAt: DATE,
    favorited: false,
    favoritesCount: 0,
    author: profileOf('ada'),
  };

  it.each([
    ['its author', () => ada],
    ['another user', () => bob],
    ['a visitor', () => undefined],
  ])('is complete for %s', async (_who, tokenOf) => {
    const token = tokenOf();
    const { body } = await call(`GET /articles/${slug}`, token === undefined ? {} : { token });
    expect(body).toEqual({ article: ARTICLE });
  });

  it('is where its Location says', async () => {
    const { headers, body } = await call('POST /articles', { token: ada, body: NEW_ARTICLE });
    const path = String(headers.get('location'));
    expect(path).toBe(`/api/articles/${body.article.slug}`);
    expect((await call(`GET ${path.replace('/api', '')}`)).body).toEqual(body);
  });

  it('needs no tags', async () => {
    const { body } = await call('POST /articles', { token: ada, body: NEW_ARTICLE });
    expect(body.article.tagList).toEqual([]);
  });

  it('has each tag once', async () => {
    const article = { ...NEW_ARTICLE.article, tagList: ['b', 'a', 'b'] };
    const { body } = await call('POST /articles', { token: ada, body: { article } });
    expect(body.article.tagList).toEqual(['a', 'b']);
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
    const { body } = await call(`GET /articles/${encodeURIComponent(added)}`);
    expect(body.article.title).toBe(title);
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
    const { status, body } = await call(`PUT /articles/${slug}`, { token: ada, body: { article } });
    expect([status, body]).toEqual([200, { article: { ...ARTICLE, ...article, slug } }]);
    expect((await call(`GET /articles/${slug}`)).body).toEqual(body);
  });

  it.each(['POST /articles', 'PUT /articles/SLUG'])(
    'has nothing that only the server sets from the body of %s',
    async (request) => {
      const sent = { id: 7, author: 7, slug: 'mine', createdAt: 'today', favoritesCount: 100 };
      const article = { ...NEW_ARTICLE.article, tagList: ['dragons', 'training'], ...sent };
      const { body } = await call(filled(request), { token: ada, body: { article } });
      expect(body).toEqual({ article: { ...ARTICLE, body: 'Carefully' } });
    },
  );

  it('gets another slug with another title', async () => {
    await call(`POST /articles/${slug}/favorite`, { token: ada });
    const article = { title: 'Did you train your dragon?' };
    const { body } = await call(`PUT /articles/${slug}`, { token: ada, body: { article } });
    expect(body.article.slug).toMatch(/^did-you-train-your-dragon/);
    expect(body.article).toMatchObject({
      ...article,
      favoritesCount: 1,
      tagList: ['dragons', 'training'],
    });
    expect(await call(`GET /articles/${slug}`)).toMatchObject({ status: 404 });
    expect((await call(`GET /articles/${body.article.slug}/comments`)).body.comments).toHaveLength(
      1,
    );
  });

  it('has a later updatedAt after a change, and the same createdAt', async () => {
    const { article: before } = (await call(`GET /articles/${slug}`)).body;
    vi.useFakeTimers({ now: Date.now() + 1000, toFake: ['Date'] });
    const sent = { token: ada, body: { article: { body: 'Again' } } };
    const { article: after } = (await call(`PUT /articles/${slug}`, sent)).body;
    expect(after.createdAt).toBe(before.createdAt);
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it('is gone after its author deletes it, with its comments and tags', async () => {
    expect(await call(`DELETE /articles/${slug}`, { token: ada })).toMatchObject({
      status: 204,
      body: null,
    });
    expect(await call(`GET /articles/${slug}`)).toMatchObject({ status: 404 });
    expect(await call(`GET /articles/${slug}/comments`)).toMatchObject({ status: 404 });
    expect((await call('GET /tags')).body).toEqual({ tags: [] });
    expect((await call('GET /articles')).body).toEqual({ articles: [], articlesCount: 0 });
  });

  it('counts its favourites, and says to each user whether it is one of theirs', async () => {
    const favorited = async (request: string, token: string) => {
      const { article } = (await call(request.replace('SLUG', slug), { token })).body;
      return [article.favorited, article.favoritesCount];
    };
    expect(await favorited('POST /articles/SLUG/favorite', bob)).toEqual([true, 1]);
    expect(await favorited('POST /articles/SLUG/favorite', bob)).toEqual([true, 1]);
    expect(await favorited('GET /articles/SLUG', ada)).toEqual([false, 1]);
    expect(await favorited('POST /articles/SLUG/favorite', ada)).toEqual([true, 2]);
    expect(await favorited('DELETE /articles/SLUG/favorite', bob)).toEqual([false, 1]);
    expect(await favorited('DELETE /articles/SLUG/favorite', bob)).toEqual([false, 1]);
    expect(await favorited('GET /articles/SLUG', ada)).toEqual([true, 1]);
  });

  it('says whether its author is followed', async () => {
    await call('POST /profiles/ada/follow', { token: bob });
    const { body } = await call(`GET /articles/${slug}`, { token: bob });
    expect(body.article.author).toEqual({ ...profileOf('ada'), following: true });
  });
});

describe('a list of articles', () => {
  const titles = ({ articles }: { articles: { title: string }[] }) =>
    articles.map(({ title }) => title);

  beforeEach(async () => {
    reset();
    [ada, bob] = [join('ada'), join('bob')];
    const slugs: string[] = [];
    for (const [token, title, tagList] of [
      [ada, 'one', ['a']],
      [bob, 'two', ['a', 'b']],
      [ada, 'three', ['b']],
      [ada, 'four', []],
    ] as const) {
      slugs.push(await publish(token, { title, tagList }));
    }
    await call(`POST /articles/${slugs[0]}/favorite`, { token: bob });
    await call(`POST /articles/${slugs[1]}/favorite`, { token: bob });
    await call(`POST /articles/${slugs[1]}/favorite`, { token: ada });
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
  ])('for the query %j is %j, of %i', async (query, expected, articlesCount) => {
    const { status, body } = await call(`GET /articles${query}`);
    expect([status, titles(body), body.articlesCount]).toEqual([200, expected, articlesCount]);
  });

  it('has 20 articles by default', async () => {
    for (let more = 0; more < 18; more++) await publish(bob);
    const { body } = await call('GET /articles');
    expect([body.articles.length, body.articlesCount]).toEqual([20, 22]);
  });

  it('has articles without their bodies, as each user sees them', async () => {
    await call('POST /profiles/ada/follow', { token: bob });
    const { body } = await call('GET /articles?tag=a&author=ada', { token: bob });
    expect(body.articles).toEqual([
      {
        slug: expect.stringMatching(/^one/),
        title: 'one',
        description: DRAGON.description,
        tagList: ['a'],
        createdAt: DATE,
        updatedAt: DATE,
        favorited: true,
        favoritesCount: 1,
        author: { ...profileOf('ada'), following: true },
      },
    ]);
  });

  it.each<[string, string[], number]>([
    ['', ['four', 'three', 'one'], 3],
    ['?limit=1', ['four'], 3],
    ['?limit=1&offset=2', ['one'], 3],
    ['?offset=3', [], 3],
    ['?author=bob', ['four', 'three', 'one'], 3],
  ])(
    'in the feed of a follower, for the query %j, is %j, of %i',
    async (query, expected, articlesCount) => {
      await call('POST /profiles/ada/follow', { token: bob });
      const { body } = await call(`GET /articles/feed${query}`, { token: bob });
      expect([titles(body), body.articlesCount]).toEqual([expected, articlesCount]);
      expect(body.articles.every((article: object) => !('body' in article))).toBe(true);
    },
  );

  it('in the feed is empty without follows, and after the last one ends', async () => {
    const empty = { articles: [], articlesCount: 0 };
    expect((await call('GET /articles/feed', { token: ada })).body).toEqual(empty);
    await call('POST /profiles/bob/follow', { token: ada });
    expect(titles((await call('GET /articles/feed', { token: ada })).body)).toEqual(['two']);
    await call('DELETE /profiles/bob/follow', { token: ada });
    expect((await call('GET /articles/feed', { token: ada })).body).toEqual(empty);
  });

  it('has its tags in the list of tags', async () => {
    expect((await call('GET /tags')).body).toEqual({ tags: ['a', 'b'] });
  });
});

describe('comments', () => {
  const COMMENT = {
    id: expect.any(Number),
    createdAt: DATE,
    updatedAt: DATE,
    body: 'It takes a Jacobian',
    author: profileOf('ada'),
  };

  it('are answered when they are made', async () => {
    const { body } = await call(`POST /articles/${slug}/comments`, {
      token: bob,
      body: NEW_COMMENT,
    });
    expect(body).toEqual({ comment: { ...COMMENT, body: 'Thank you', author: profileOf('bob') } });
  });

  it('are listed with their authors, as each user sees them', async () => {
    await comment(bob, slug, 'Thank you');
    await call('POST /profiles/ada/follow', { token: bob });
    const second = { ...COMMENT, body: 'Thank you', author: profileOf('bob') };
    const first = { ...COMMENT, id, author: { ...profileOf('ada'), following: true } };
    const seen = await call(`GET /articles/${slug}/comments`, { token: bob });
    expect(seen.body).toEqual({ comments: [first, second] });
    const visited = await call(`GET /articles/${slug}/comments`);
    expect(visited.body).toEqual({ comments: [{ ...first, author: profileOf('ada') }, second] });
  });

  it('are deleted by their own authors', async () => {
    const own = await comment(bob, slug);
    const answer = await call(`DELETE /articles/${slug}/comments/${own}`, { token: bob });
    expect(answer).toMatchObject({ status: 204, body: null });
    const { body } = await call(`GET /articles/${slug}/comments`);
    expect(body.comments.map((each: { id: number }) => each.id)).toEqual([id]);
  });

  it("are not deleted by the article's author", async () => {
    const other = await comment(bob, slug);
    const answer = await call(`DELETE /articles/${slug}/comments/${other}`, { token: ada });
    expect(answer.status).toBe(403);
    expect((await call(`GET /articles/${slug}/comments`)).body.comments).toHaveLength(2);
  });

  it('are not found below another article', async () => {
    const other = await publish(ada);
    const answer = await call(`DELETE /articles/${other}/comments/${id}`, { token: ada });
    expect(answer.status).toBe(404);
    expect((await call(`GET /articles/${other}/comments`)).body).toEqual({ comments: [] });
  });
});

describe('an error', () => {
  it.each<[string, number, string]>([
    ['GET /nothing', 404, 'Not Found'],
    ['GET /', 404, 'Not Found'],
    ['GET /profiles/nobody', 404, 'Not Found'],
    ['POST /profiles/nobody/follow', 404, 'Not Found'],
    ['DELETE /profiles/nobody/follow', 404, 'Not Found'],
    ['GET /articles/nothing', 404, 'Not Found'],
    ['DELETE /articles/nothing', 404, 'Not Found'],
    ['POST /articles/nothing/favorite', 404, 'Not Found'],
    ['DELETE /articles/nothing/favorite', 404, 'Not Found'],
    ['GET /articles/nothing/comments', 404, 'Not Found'],
    ['DELETE /articles/nothing/comments/ID', 404, 'Not Found'],
    ['DELETE /articles/SLUG/comments/0', 404, 'Not Found'],
    ['DELETE /articles/SLUG/comments/99999999999999999999', 404, 'Not Found'],
    ['DELETE /articles/SLUG/comments/first', 404, 'Not Found'],
    ['DELETE /articles/SLUG', 403, 'Forbidden'],
    ['DELETE /articles/SLUG/comments/ID', 403, 'Forbidden'],
    ['PATCH /articles/SLUG', 405, 'Method Not Allowed'],
    ['DELETE /tags', 405, 'Method Not Allowed'],
    ['GET /articles/%', 400, 'Bad Request'],
  ])('answers %s with %i and says %j', async (request, status, message) => {
    const answer = await call(filled(request), { token: bob });
    expect([answer.status, answer.body]).toEqual([status, { errors: { body: [message] } }]);
  });

  it.each(['GET /user', 'POST /articles', 'DELETE /articles/SLUG/comments/ID'])(
    'answers %s of a visitor with 401',
    async (request) => {
      const { status, body } = await call(filled(request));
      expect([status, body]).toEqual([401, { errors: { body: ['Unauthorized'] } }]);
    },
  );

  it.each([
    ['GET /nothing', 404],
    ['DELETE /tags', 405],
    ['GET /articles/%', 400],
  ])('answers %s of a visitor with %i, like a user', async (request, status) => {
    expect(await call(request)).toMatchObject({ status });
  });

  it.each([
    ['another password', { email: 'ada@conduit.test', password: 'jakejakf' }],
    ['an empty password', { email: 'ada@conduit.test', password: '' }],
    ['an unknown address', { email: 'nobody@conduit.test', password: PASSWORD }],
  ])('answers a login with %s with 401', async (_what, user) => {
    const { status, body } = await call('POST /users/login', { body: { user } });
    expect([status, body]).toEqual([401, { errors: { body: ['Unauthorized'] } }]);
  });

  const TAKEN = (column: string) => [`${column} has already been taken`];
  it.each<[string, object, string[]]>([
    ['POST /users', { ...NEW_USER.user, username: 'ada' }, TAKEN('username')],
    ['POST /users', { ...NEW_USER.user, email: 'ada@conduit.test' }, TAKEN('email')],
    ['POST /users', { ...NEW_USER.user, email: 'ADA@conduit.test' }, TAKEN('email')],
    ['PUT /user', { username: 'ada' }, TAKEN('username')],
    ['PUT /user', { email: 'ada@conduit.test' }, TAKEN('email')],
  ])('answers %s with the taken %j with 422', async (request, user, messages) => {
    const { status, body } = await call(request, { token: bob, body: { user } });
    expect([status, body]).toEqual([422, { errors: { body: messages } }]);
  });

  /** The last column has the start of each message. */
  it.each<[string, unknown, string[]]>([
    ['POST /users', {}, ['user ']],
    ['POST /users', null, ['']],
    ['POST /users', { user: {} }, ['user.email ', 'user.password ', 'user.username ']],
    ['POST /users', { user: { ...NEW_USER.user, email: 'eve' } }, ['user.email ']],
    ['POST /users', { user: { ...NEW_USER.user, username: '' } }, ['user.username ']],
    ['POST /users', { user: { ...NEW_USER.user, username: '..' } }, ['user.username ']],
    ['POST /users', { user: { ...NEW_USER.user, username: 7 } }, ['user.username ']],
    ['POST /users', { user: { ...NEW_USER.user, password: 'short' } }, ['user.password ']],
    ['POST /users/login', { user: { email: 'ada@conduit.test' } }, ['user.password ']],
    ['POST /users/login', { user: { email: 7, password: PASSWORD } }, ['user.email ']],
    ['PUT /user', { user: { email: 'ada' } }, ['user.email ']],
    ['PUT /user', { user: { username: null } }, ['user.username ']],
    ['PUT /user', { user: { password: '' } }, ['user.password ']],
    ['PUT /user', { user: { bio: 7 } }, ['user.bio ']],
    [
      'POST /articles',
      { article: {} },
      ['article.body ', 'article.description ', 'article.title '],
    ],
    ['POST /articles', { article: { ...NEW_ARTICLE.article, title: '' } }, ['article.title ']],
    ['POST /articles', { article: { ...NEW_ARTICLE.article, title: ' \n' } }, ['article.title ']],
    ['POST /articles', { article: { ...NEW_ARTICLE.article, body: '' } }, ['article.body ']],
    ['POST /articles', { article: { ...NEW_ARTICLE.article, tagList: 'a' } }, ['article.tagList ']],
    [
      'POST /articles',
      { article: { ...NEW_ARTICLE.article, tagList: [7] } },
      ['article.tagList[0] '],
    ],
    ['PUT /articles/SLUG', { article: { title: '' } }, ['article.title ']],
    ['PUT /articles/SLUG', { article: { body: null } }, ['article.body ']],
    ['POST /articles/SLUG/comments', { comment: {} }, ['comment.body ']],
    ['POST /articles/SLUG/comments', { comment: { body: '' } }, ['comment.body ']],
    ['POST /articles/SLUG/comments', [], ['comment ']],
    ['GET /articles?limit=0', undefined, ['limit ']],
    ['GET /articles?limit=many', undefined, ['limit ']],
    ['GET /articles?offset=-1', undefined, ['offset ']],
    ['GET /articles?tag=a&tag=b', undefined, ['tag ']],
    ['GET /articles/feed?limit=1.5', undefined, ['limit ']],
  ])('answers %s with %j with 422, and names each fault: %j', async (request, sent, starts) => {
    const { status, body } = await call(filled(request), { token: ada, body: sent });
    const messages: string[] = body.errors.body;
    expect([status, Object.keys(body), messages.length]).toEqual([422, ['errors'], starts.length]);
    expect(messages.every((message, index) => message.startsWith(starts[index] ?? ''))).toBe(true);
  });

  it.each([
    ['is cut off', '{"article":', 'application/json', 400],
    ['is a form', 'title=Dragons', 'application/x-www-form-urlencoded', 415],
    ['is too long', `"${'a'.repeat(1_048_576)}"`, 'application/json', 413],
  ] as const)('answers a body that %s', async (_what, body, type, status) => {
    const headers = { authorization: `Token ${ada}`, 'content-type': type };
    const request = new Request('http://localhost/api/articles', {
      method: 'POST',
      headers,
      body,
    });
    const response = await fetch(request);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ errors: { body: [expect.any(String)] } });
  });

  it('is JSON, like every other answer', async () => {
    for (const request of ['GET /tags', 'GET /nothing', 'GET /user']) {
      expect((await call(request)).headers.get('content-type')).toMatch(/^application\/json/);
    }
  });
});

describe('the documentation of the example', () => {
  const page = pageOf('docs/other-frameworks.md');
  const excerpts = Array.from(
    page.text.matchAll(/^```ts \[(.+?)\]\n(.*?)^```$/gms),
    ([, file = '', code = '']) => ({ file, code }),
  );

  it.each(excerpts)('shows $file as it is', ({ file, code }) => {
    expect(readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')).toContain(code);
  });

  it('shows the routes and the guard', () => {
    const shown = excerpts.map(({ file }) => file.replace('example/conduit/', ''));
    expect(shown).toEqual(['routes.ts', 'routes.ts', 'app.ts']);
  });

  it('names every file but the server', () => {
    const rows = rowsOf(page, ['file', 'contents']);
    const named = rows.flatMap(([cell]) => codesIn(cell));
    expect([...named, 'server.ts'].sort()).toEqual(files.sort());
  });
});

describe('the size of the example', () => {
  const linesOf = (files: readonly string[]) =>
    files.flatMap((file) => readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n'))
      .length;

  it('is at most 85 lines for the routes, the guard and the errors', () => {
    expect(linesOf(['routes.ts', 'app.ts'])).toBeLessThanOrEqual(85);
  });

  it('is less than 500 lines in all', () => {
    expect(linesOf(files)).toBeLessThan(500);
  });
});
