/** The tables of Conduit, in SQLite, and the way to run a statement. */
import initSqlJs, { type SqlValue, type Statement } from 'sql.js';

const TABLES = `
PRAGMA foreign_keys = ON;
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE, password TEXT NOT NULL, bio TEXT, image TEXT
);
CREATE TABLE follows (
  follower INTEGER REFERENCES users ON DELETE CASCADE,
  followed INTEGER REFERENCES users ON DELETE CASCADE, PRIMARY KEY (follower, followed)
);
CREATE TABLE articles (
  id INTEGER PRIMARY KEY AUTOINCREMENT, author INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT NOT NULL, body TEXT NOT NULL,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
);
CREATE TABLE tags (
  article INTEGER REFERENCES articles ON DELETE CASCADE, tag TEXT, PRIMARY KEY (article, tag)
);
CREATE TABLE favorites (
  article INTEGER REFERENCES articles ON DELETE CASCADE,
  user INTEGER REFERENCES users ON DELETE CASCADE, PRIMARY KEY (article, user)
);
CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, createdAt TEXT NOT NULL,
  article INTEGER NOT NULL REFERENCES articles ON DELETE CASCADE,
  author INTEGER NOT NULL REFERENCES users ON DELETE CASCADE
);`;

const { Database } = await initSqlJs();
const database = new Database().run(TABLES);
const prepared = new Map<string, Statement>();

export type Values = Readonly<Record<string, SqlValue | undefined>>;

/**
 * Runs a statement, which is prepared once, and returns its rows.
 * @param values bound to `$name` in the statement; a missing one is NULL
 */
export function all<Row>(sql: string, values: Values = {}): Row[] {
  const statement = prepared.get(sql) ?? database.prepare(sql);
  prepared.set(sql, statement);
  const entries = Object.entries(values).map(([name, value]) => [`$${name}`, value ?? null]);
  const rows: Row[] = [];
  try {
    statement.bind(Object.fromEntries(entries));
    while (statement.step()) rows.push(statement.getAsObject() as Row); // the cast: the SQL names the columns
  } finally {
    statement.reset();
  }
  return rows;
}

/** Runs a statement, and returns its first row. */
export const first = <Row>(sql: string, values?: Values): Row | null =>
  all<Row>(sql, values)[0] ?? null;

/** Forgets everything. */
export const reset = () => all('DELETE FROM users');
