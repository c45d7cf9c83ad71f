/** Who is asking, and what they may do. */

export interface User {
  readonly name: string;
  readonly role: 'customer' | 'agent';
}

/** What a session remembers. */
export interface Session {
  readonly user: User | null;
  /** The page that a visitor asked for before the login. */
  readonly next?: string;
}

/** What the help desk adds to the context of each request. */
export interface Desk {
  readonly user: User | null;
  /** The session, as it was when the request came. */
  readonly session: Session;
  /** Keeps another session from now on. */
  readonly save: (session: Session) => Promise<void>;
}

/** Whether a visitor may use a route for a role; an agent may do all that a customer may. */
export function mayUse(role: unknown, user: User | null): boolean {
  if (role === 'anyone') return true;
  if (user === null) return false;
  return role === 'customer' || (role === 'agent' && user.role === 'agent');
}
