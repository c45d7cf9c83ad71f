/** The bodies and queries that Conduit accepts. `'+': 'delete'` drops members that aren't listed. */
import { type } from 'arktype';

const TEXT = type('string.trim').to('string > 0');
const TITLE = type('string.trim').to('1 <= string <= 200');
const PASSWORD = type('8 <= string <= 128');
// A name is a segment of the profile's path.
const NAME = type(/^[\p{L}\p{N}_-]{1,40}$/u).describe('1 to 40 letters, digits, - or _');

export const USER = type({
  user: { username: NAME, email: 'string.email', password: PASSWORD },
}).pipe(({ user }) => user);

export const LOGIN = type({ user: { email: 'string', password: 'string' } }).pipe(
  ({ user }) => user,
);

export const USER_EDIT = type({
  user: {
    '+': 'delete',
    'username?': NAME,
    'email?': 'string.email',
    'password?': PASSWORD,
    'bio?': 'string | null',
    'image?': 'string | null',
  },
}).pipe(({ user }) => user);

export const ARTICLE = type({
  article: { title: TITLE, description: TEXT, body: TEXT, 'tagList?': TEXT.array() },
}).pipe(({ article }) => article);

export const ARTICLE_EDIT = type({
  article: { 'title?': TITLE, 'description?': TEXT, 'body?': TEXT, 'tagList?': TEXT.array() },
}).pipe(({ article }) => article);

export const COMMENT = type({ comment: { body: TEXT } }).pipe(({ comment }) => comment);

/** A page of a list of articles. */
export const PAGE = type({
  '+': 'delete',
  limit: type('string.integer.parse').to('1 <= number <= 100').default('20'),
  offset: type('string.integer.parse').to('number >= 0').default('0'),
});

/** A page of the articles with a tag, by an author, or that a user has favourited. */
export const FILTER = type({
  '...': PAGE,
  '+': 'delete',
  'tag?': 'string',
  'author?': 'string',
  'favorited?': 'string',
});
