/** The endpoints of Conduit. Visitors may use those that are `open`; the others need a user. */
import { Route } from 'waymark';
import { readJson, readQuery } from 'waymark/http';
import { accountOf, changeAccount, signIn, signUp, type Visitor } from './accounts.ts';
import { ARTICLE, ARTICLE_EDIT, COMMENT, FILTER, LOGIN, PAGE, USER, USER_EDIT } from './schemas.ts';
import * as db from './store.ts';

declare module 'waymark' {
  interface AddedContext extends Visitor {}
}
/** The guard in app.ts refuses visitors without an account elsewhere. */
const open = { meta: { open: true } };

export default () => {
  Route.prefix('users', open, () => {
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
    Route.get('{name}', open, ({ params, me }) => db.profile(me, params.name));
    Route.post('{name}/follow', ({ params, user }) => db.follow(user, params.name));
    Route.delete('{name}/follow', ({ params, user }) => db.unfollow(user, params.name));
  });

  Route.prefix('articles', () => {
    Route.get('/', open, async (context) =>
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
    Route.get('{slug}', { ...open, as: 'article' }, ({ params, me }) =>
      db.article(me, params.slug),
    );
    Route.put('{slug}', async (context) =>
      db.changeArticle(
        context.user,
        context.params.slug,
        await readJson(context, { schema: ARTICLE_EDIT }),
      ),
    );
    Route.delete('{slug}', ({ params, user }) => db.removeArticle(user, params.slug));
    Route.post('{slug}/favorite', ({ params, user }) => db.favorite(user, params.slug));
    Route.delete('{slug}/favorite', ({ params, user }) => db.unfavorite(user, params.slug));
    Route.get('{slug}/comments', open, ({ params, me }) => db.comments(me, params.slug));
    Route.post('{slug}/comments', async (context) => {
      const comment = await readJson(context, { schema: COMMENT });
      const answer = db.addComment(context.user, context.params.slug, comment);
      return Response.json(answer, { status: 201 });
    });
    Route.delete('{slug}/comments/{id:num}', ({ params, user }) =>
      db.removeComment(user, params.slug, Number(params.id)),
    );
  });
  Route.get('tags', open, db.tags);
};
