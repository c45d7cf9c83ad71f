/** Users, articles and comments. The functions for routes return the JSON of the specification. */
import { randomBytes } from 'node:crypto';
import { HttpError } from 'waymark/http';
import { all, first, type Values } from './database.ts';
import type * as schemas from './schemas.ts';

/** A row of the table of users. The password is hashed. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly bio: string | null;
  readonly image: string | null;
}

/** The user who asks, or `null` for a visitor. */
type Me = User | null;

export const userById = (id: number) => first<User>('SELECT * FROM users WHERE id = $id', { id });

export const userByEmail = (email: string) =>
  first<User>('SELECT * FROM users WHERE email = $email', { email });

export function addUser(user: typeof schemas.USER.infer): User {
  const columns = '(username, email, password) VALUES ($username, $email, $password)';
  return saveUser(`INSERT INTO users ${columns} RETURNING *`, user);
}

export function changeUser(me: User, changes: typeof schemas.USER_EDIT.infer): User {
  const sql = `UPDATE users SET username = $username, email = $email, password = $password,
    bio = $bio, image = $image WHERE id = $id RETURNING *`;
  return saveUser(sql, { ...me, ...changes, id: me.id });
}

/** @throws {HttpError} 422 if another user has the name or the e-mail address */
function saveUser(sql: string, values: Values): User {
  try {
    return found(first<User>(sql, values), 'user');
  } catch (error) {
    const column = /UNIQUE constraint failed: users\.(\w+)/.exec(String(error))?.[1];
    if (column === undefined) throw error;
    const message = `${column} has already been taken`;
    throw new HttpError(422, message, { issues: [{ message, path: ['user', column] }] });
  }
}

/** @throws {HttpError} 404 if the row is missing */
function found<Thing>(thing: Thing | null, name: string): Thing {
  if (thing === null) throw new HttpError(404, `there is no such ${name}`);
  return thing;
}

/** @throws {HttpError} 403 if the row belongs to another user */
function mine<Row extends { readonly author: number }>(me: User, row: Row): Row {
  if (row.author !== me.id) throw new HttpError(403, 'this belongs to another user');
  return row;
}

/** The columns of a profile, as $me sees it. */
const PROFILE = 'users.username, users.bio, users.image, ($me, users.id) IN follows AS following';

type ProfileRow = Pick<User, 'username' | 'bio' | 'image'> & { readonly following: number };

function profileOf({ username, bio, image, following }: ProfileRow) {
  return { username, bio, image, following: following === 1 };
}

export function profile(me: Me, username: string) {
  const sql = `SELECT ${PROFILE} FROM users WHERE username = $username`;
  return { profile: profileOf(found(first<ProfileRow>(sql, { me: me?.id, username }), 'profile')) };
}

export function follow(me: User, username: string) {
  const sql = 'INSERT OR IGNORE INTO follows SELECT $me, id FROM users WHERE username = $username';
  all(sql, { me: me.id, username });
  return profile(me, username);
}

export function unfollow(me: User, username: string) {
  const user = 'SELECT id FROM users WHERE username = $username';
  all(`DELETE FROM follows WHERE follower = $me AND followed = (${user})`, { me: me.id, username });
  return profile(me, username);
}

/** The articles that match every given value. A missing value matches all articles. */
const MATCHING = `FROM articles JOIN users ON users.id = author
  WHERE ($slug IS NULL OR slug = $slug)
  AND ($tag IS NULL OR (articles.id, $tag) IN tags)
  AND ($author IS NULL OR username = $author)
  AND ($favorited IS NULL OR articles.id IN (SELECT article FROM favorites
    JOIN users AS fans ON fans.id = user WHERE fans.username = $favorited))
  AND ($reader IS NULL OR ($reader, author) IN follows)`;

/** These articles as $me sees them, newest first. */
const ARTICLES = `SELECT articles.*, ${PROFILE}, (articles.id, $me) IN favorites AS favorited,
  (SELECT count(*) FROM favorites WHERE article = articles.id) AS favoritesCount,
  (SELECT json_group_array(tag ORDER BY tag) FROM tags WHERE article = articles.id) AS tags
  ${MATCHING} ORDER BY articles.id DESC LIMIT $limit OFFSET $offset`;

type Texts = 'slug' | 'title' | 'description' | 'body' | 'createdAt' | 'updatedAt' | 'tags';
type Numbers = 'id' | 'author' | 'favorited' | 'favoritesCount';
type ArticleRow = ProfileRow & Readonly<Record<Texts, string> & Record<Numbers, number>>;

/** An article without its body, for a list. */
function summaryOf(row: ArticleRow) {
  const { slug, title, description, createdAt, updatedAt, favoritesCount } = row;
  const tagList: string[] = JSON.parse(row.tags);
  const dates = { createdAt, updatedAt };
  const counts = { favorited: row.favorited === 1, favoritesCount };
  return { slug, title, description, tagList, ...dates, ...counts, author: profileOf(row) };
}

export function articles(me: Me, filter: typeof schemas.FILTER.infer, reader?: User) {
  const values = { ...filter, me: me?.id, reader: reader?.id };
  const counted = first<{ count: number }>(`SELECT count(*) AS count ${MATCHING}`, values);
  const rows = all<ArticleRow>(ARTICLES, values);
  return { articles: rows.map(summaryOf), articlesCount: counted?.count };
}

/** The articles of the authors whom a user follows. */
export const feed = (me: User, page: typeof schemas.PAGE.infer) => articles(me, page, me);

const findArticle = (me: Me, slug: string) =>
  found(first<ArticleRow>(ARTICLES, { me: me?.id, slug, limit: 1, offset: 0 }), 'article');

export function article(me: Me, slug: string) {
  const row = findArticle(me, slug);
  return { article: { ...summaryOf(row), body: row.body } };
}

export function addArticle(me: User, { tagList = [], ...texts }: typeof schemas.ARTICLE.infer) {
  const values = { ...texts, author: me.id, slug: slugOf(texts.title), now: now() };
  all(
    `INSERT INTO articles (author, slug, title, description, body, createdAt, updatedAt)
    VALUES ($author, $slug, $title, $description, $body, $now, $now)`,
    values,
  );
  tag(findArticle(me, values.slug), tagList);
  return article(me, values.slug);
}

export function changeArticle(me: User, slug: string, changes: typeof schemas.ARTICLE_EDIT.infer) {
  const row = mine(me, findArticle(me, slug));
  const { title = row.title, description = row.description, body = row.body, tagList } = changes;
  const values = { title, description, body, slug: title === row.title ? slug : slugOf(title) };
  all(
    `UPDATE articles SET slug = $slug, title = $title, description = $description, body = $body,
    updatedAt = $now WHERE id = $id`,
    { ...values, id: row.id, now: now() },
  );
  if (tagList !== undefined) tag(row, tagList);
  return article(me, values.slug);
}

export function removeArticle(me: User, slug: string): null {
  all('DELETE FROM articles WHERE id = $id', { id: mine(me, findArticle(me, slug)).id });
  return null;
}

/** The words of a title, and random digits, which make the slug unique. */
function slugOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words, randomBytes(4).toString('hex')].join('-');
}

const now = () => new Date().toISOString();

function tag({ id }: ArticleRow, tagList: readonly string[]): void {
  all('DELETE FROM tags WHERE article = $id', { id });
  for (const tag of tagList) all('INSERT OR IGNORE INTO tags VALUES ($id, $tag)', { id, tag });
}

export function favorite(me: User, slug: string) {
  const { id } = findArticle(me, slug);
  all('INSERT OR IGNORE INTO favorites VALUES ($id, $me)', { id, me: me.id });
  return article(me, slug);
}

export function unfavorite(me: User, slug: string) {
  const { id } = findArticle(me, slug);
  all('DELETE FROM favorites WHERE article = $id AND user = $me', { id, me: me.id });
  return article(me, slug);
}

/** All tags, most frequent first. */
export function tags() {
  const sql = 'SELECT tag FROM tags GROUP BY tag ORDER BY count(*) DESC, tag';
  return { tags: all<{ tag: string }>(sql).map(({ tag }) => tag) };
}

const COMMENTS = `SELECT comments.id, author, body, createdAt, ${PROFILE}
  FROM comments JOIN users ON users.id = author
  WHERE article = $article AND ($id IS NULL OR comments.id = $id) ORDER BY comments.id`;

type CommentRow = ProfileRow & Pick<ArticleRow, 'id' | 'author' | 'body' | 'createdAt'>;

/** A comment never changes. */
function commentOf({ id, body, createdAt, ...author }: CommentRow) {
  return { id, createdAt, updatedAt: createdAt, body, author: profileOf(author) };
}

export function comments(me: Me, slug: string) {
  const values = { me: me?.id, article: findArticle(me, slug).id };
  return { comments: all<CommentRow>(COMMENTS, values).map(commentOf) };
}

export function addComment(me: User, slug: string, { body }: typeof schemas.COMMENT.infer) {
  const values = { me: me.id, article: findArticle(me, slug).id, body, now: now() };
  const sql = `INSERT INTO comments (article, author, body, createdAt)
    VALUES ($article, $me, $body, $now) RETURNING id`;
  const id = first<{ id: number }>(sql, values)?.id;
  return { comment: commentOf(found(first<CommentRow>(COMMENTS, { ...values, id }), 'comment')) };
}

export function removeComment(me: User, slug: string, id: number): null {
  const values = { article: findArticle(me, slug).id, id };
  mine(me, found(first<CommentRow>(COMMENTS, values), 'comment'));
  all('DELETE FROM comments WHERE id = $id', values);
  return null;
}
