/** The endpoints of Conduit. Those that read `user` answer a visitor with 401. */
import { Route } from 'waymark';
import { HttpError, readJson, readQuery } from 'waymark/http';
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
    Route.post('/', async (context) =>
      Response.json(await signUp(await readJson(context, { schema: USER })), { status: 201 }),
    );
    Route.post('login', async (context) => signIn(await readJson(context, { schema: LOGIN })));
  });
  Route.get('user', ({ user }) => accountOf(user));
  Route.put('user', async (context) =>
    changeAccount(context.user, await readJson(context, { schema: USER_EDIT })),
  );

  Route.prefix('profiles', () => {
    Route.get('{name}', ({ params, me }) => db.profile(me, params.name));
    Route.post('{name}/follow', ({ params, user }) => db.follow(user, params.name));
    Route.delete('{name}/follow', ({ params, user }) => db.unfollow(user, params.name));
  });

  Route.prefix('articles', () => {
    Route.get('/', async (context) =>
      db.articles(context.me, await readQuery(context, { schema: FILTER })),
    );
    Route.get('feed', async (context) =>
      db.feed(context.user, await readQuery(context, { schema: PAGE })),
    );
    Route.post('/', async (context) => {
      const answer = db.addArticle(context.user, await readJson(context, { schema: ARTICLE }));
      const location = context.url('article', [answer.article.slug]);
      return Response.json(answer, { status: 201, headers: { location } });
    });
    Route.get('{slug}', { as: 'article' }, ({ params, me }) => db.article(me, params.slug));
    Route.put('{slug}', async (context) => {
      const { user, params } = context;
      return db.changeArticle(user, params.slug, await readJson(context, { schema: ARTICLE_EDIT }));
    });
    Route.delete('{slug}', ({ params, user }) => db.removeArticle(user, params.slug));
    Route.post('{slug}/favorite', ({ params, user }) => db.favorite(user, params.slug));
    Route.delete('{slug}/favorite', ({ params, user }) => db.unfavorite(user, params.slug));
    Route.get('{slug}/comments', ({ params, me }) => db.comments(me, params.slug));
    Route.post('{slug}/comments', async (context) => {
      const { user, params } = context;
      const comment = await readJson(context, { schema: COMMENT });
      return Response.json(db.addComment(user, params.slug, comment), { status: 201 });
    });
    Route.delete('{slug}/comments/{id:num}', ({ params, user }) =>
      db.removeComment(user, params.slug, Number(params.id)),
    );
  });
  Route.get('tags', db.tags);
};
