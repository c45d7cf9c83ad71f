/** Two session stores: a signed cookie and a database. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from 'sql.js';
import { cookies, type HttpContext, signedCookies } from 'waymark/http';
import { z } from 'zod';
import type { Session } from './visitor.ts';

type Context = Pick<HttpContext, 'request' | 'base' | 'headers'>;

export interface Sessions {
  /** Loads the session of a request, or a new one if it is missing or expired. */
  load(context: Context): Promise<Session>;
  /** Saves a session, and extends its lifetime. */
  save(context: Context, session: Session): Promise<void>;
}

const SECONDS = 3600;

const SESSION = z.object({
  user: z.object({ name: z.string(), role: z.enum(['customer', 'agent']) }).nullable(),
  next: z.string().exactOptional(),
});

const NOBODY: Session = { user: null };

/** Keeps sessions in the cookie: nothing to store, but no session can be ended early. */
export function cookieSessions(keys: readonly string[]): Sessions {
  return {
    async load(context) {
      const text = await signedCookies(context, keys).get('session');
      return text === undefined ? NOBODY : SESSION.parse(JSON.parse(text));
    },
    async save(context, session) {
      const text = JSON.stringify(session);
      await signedCookies(context, keys).set('session', text, { maxAge: SECONDS });
    },
  };
}

/** Keeps sessions in a table. The cookie has a random key; the table only has its hash. */
export function databaseSessions(database: Database): Sessions {
  database.run(
    'CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, data TEXT, expires INTEGER)',
  );
  const hash = (key: string) => createHash('sha256').update(key).digest('base64url');
  return {
    async load(context) {
      const key = cookies(context).get('session');
      if (key === undefined) return NOBODY;
      const query = 'SELECT data FROM sessions WHERE id = ? AND expires > ?';
      const [found] = database.exec(query, [hash(key), Date.now()]);
      return found === undefined ? NOBODY : SESSION.parse(JSON.parse(String(found.values[0][0])));
    },
    async save(context, session) {
      const jar = cookies(context);
      const old = jar.get('session');
      // A new key each time, so that a key known before the login is useless after it.
      const key = randomBytes(32).toString('base64url');
      database.run('DELETE FROM sessions WHERE id = ? OR expires <= ?', [
        hash(old ?? ''),
        Date.now(),
      ]);
      const row = [hash(key), JSON.stringify(session), Date.now() + SECONDS * 1000];
      database.run('INSERT INTO sessions VALUES (?, ?, ?)', row);
      jar.set('session', key, { maxAge: SECONDS });
    },
  };
}
