/** The endpoints of Conduit. Visitors may use those that are `open`; the others need a user. */
import { type RequestContext, Route } from 'waymark';
import { readJson, readQuery } from 'waymark/http';
import { accountOf, changeAccount, signIn, signUp } from './accounts.ts';
import { ARTICLE, ARTICLE_EDIT, COMMENT, FILTER, LOGIN, PAGE, USER, USER_EDIT } from './schemas.ts';
import * as db from './store.ts';

declare module 'waymark' {
  interface AddedContext {
    readonly me: db.User | null;
  }
}
/** The context behind the guard in app.ts, which refuses visitors of a route that isn't open. */
type Member = RequestContext & { readonly me: db.User };
const open = { meta: { open: true } };

export default () => {
  Route.prefix('users', open, () => {
    Route.post('/', async (_, context) =>
      Response.json(await signUp(await readJson(context, { schema: USER })), { status: 201 }),
    );
    Route.post('login', async (_, context) => signIn(await readJson(context, { schema: LOGIN })));
  });
  Route.get('user', (_, { me }: Member) => accountOf(me));
  Route.put('user', async (_, context: Member) =>
    changeAccount(context.me, await readJson(context, { schema: USER_EDIT })),
  );

  Route.prefix('profiles', () => {
    Route.get('{name}', open, ({ params, me }) => db.profile(me, params.name));
    Route.post('{name}/follow', ({ params, me }: Member) => db.follow(me, params.name));
    Route.delete('{name}/follow', ({ params, me }: Member) => db.unfollow(me, params.name));
  });

  Route.prefix('articles', () => {
    Route.get('/', open, async (_, context) =>
      db.articles(context.me, await readQuery(context, { schema: FILTER })),
    );
    Route.get('feed', async (_, context: Member) =>
      db.feed(context.me, await readQuery(context, { schema: PAGE })),
    );
    Route.post('/', async (_, context: Member) => {
      const answer = db.addArticle(context.me, await readJson(context, { schema: ARTICLE }));
      const location = context.url('article', [answer.article.slug]);
      return Response.json(answer, { status: 201, headers: { location } });
    });
    Route.get('{slug}', { ...open, as: 'article' }, ({ params, me }) =>
      db.article(me, params.slug),
    );
    Route.put('{slug}', async ({ params: { slug } }, context: Member) =>
      db.changeArticle(context.me, slug, await readJson(context, { schema: ARTICLE_EDIT })),
    );
    Route.delete('{slug}', ({ params, me }: Member) => db.removeArticle(me, params.slug));
    Route.post('{slug}/favorite', ({ params, me }: Member) => db.favorite(me, params.slug));
    Route.delete('{slug}/favorite', ({ params, me }: Member) => db.unfavorite(me, params.slug));
    Route.get('{slug}/comments', open, ({ params, me }) => db.comments(me, params.slug));
    Route.post('{slug}/comments', async ({ params }, context: Member) => {
      const comment = await readJson(context, { schema: COMMENT });
      return Response.json(db.addComment(context.me, params.slug, comment), { status: 201 });
    });
    Route.delete('{slug}/comments/{id:num}', ({ params, me }: Member) =>
      db.removeComment(me, params.slug, Number(params.id)),
    );
  });
  Route.get('tags', open, db.tags);
};
