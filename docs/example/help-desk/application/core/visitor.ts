/** Visitors, their sessions and their permissions. */

export interface User {
  readonly name: string;
  readonly role: 'customer' | 'agent';
}

/** The data of a session. */
export interface Session {
  readonly user: User | null;
  /** The page that the visitor asked for before logging in. */
  readonly next?: string;
}

/** Members that the help desk adds to the context of each request. */
export interface Desk {
  readonly user: User | null;
  /** The session at the start of the request. */
  readonly session: Session;
  /** Replaces the session. */
  readonly save: (session: Session) => Promise<void>;
}

/** Whether a visitor may use a route for a role. Agents may do everything that customers may. */
export function mayUse(role: unknown, user: User | null): boolean {
  if (role === 'anyone') return true;
  if (user === null) return false;
  return role === 'customer' || (role === 'agent' && user.role === 'agent');
}
