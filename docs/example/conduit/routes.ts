/** The endpoints of Conduit. Those that read `user` answer a visitor with 401. */
import { Route } from 'waymark';
import { HttpError } from 'waymark/http';
import { accountOf, changeAccount, signIn, signUp } from './accounts.ts';
import { ARTICLE, ARTICLE_EDIT, COMMENT, FILTER, LOGIN, PAGE, USER, USER_EDIT } from './schemas.ts';
import * as db from './store.ts';

/** A visitor: a user, or someone without a token. */
export class Visitor {
  constructor(readonly me: db.User | null) {}
  get user(): db.User {
    if (this.me === null) throw new HttpError(401);
    return this.me;
  }
}
declare module 'waymark' {
  interface AddedContext extends Visitor {}
}

export default () => {
  Route.prefix('users', () => {
    Route.post('/', { body: USER }, async ({ body }) => created(await signUp(body)));
    Route.post('login', { body: LOGIN }, ({ body }) => signIn(body));
  });
  Route.get('user', ({ user }) => accountOf(user));
  Route.put('user', { body: USER_EDIT }, ({ user, body }) => changeAccount(user, body));

  Route.prefix('profiles', () => {
    Route.get('{name}', ({ params, me }) => db.profile(me, params.name));
    Route.post('{name}/follow', ({ params, user }) => db.follow(user, params.name));
    Route.delete('{name}/follow', ({ params, user }) => db.unfollow(user, params.name));
  });

  Route.prefix('articles', () => {
    Route.get('/', { query: FILTER }, ({ me, query }) => db.articles(me, query));
    Route.get('feed', { query: PAGE }, ({ user, query }) => db.feed(user, query));
    Route.post('/', { body: ARTICLE }, ({ user, body, url }) => {
      const answer = db.addArticle(user, body);
      return created(answer, { location: url('article', [answer.article.slug]) });
    });
    Route.get('{slug}', { as: 'article' }, ({ params, me }) => db.article(me, params.slug));
    Route.put('{slug}', { body: ARTICLE_EDIT }, ({ params, user, body }) =>
      db.changeArticle(user, params.slug, body),
    );
    Route.delete('{slug}', ({ params, user }) => db.removeArticle(user, params.slug));
    Route.post('{slug}/favorite', ({ params, user }) => db.favorite(user, params.slug));
    Route.delete('{slug}/favorite', ({ params, user }) => db.unfavorite(user, params.slug));
    Route.get('{slug}/comments', ({ params, me }) => db.comments(me, params.slug));
    Route.post('{slug}/comments', { body: COMMENT }, ({ params, user, body }) =>
      created(db.addComment(user, params.slug, body)),
    );
    Route.delete('{slug}/comments/{id:num}', ({ params, user }) =>
      db.removeComment(user, params.slug, Number(params.id)),
    );
  });
  Route.get('tags', db.tags);
};

const created = (answer: object, headers = {}) => Response.json(answer, { status: 201, headers });
