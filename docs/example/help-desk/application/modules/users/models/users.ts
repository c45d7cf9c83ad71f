/** The users and their passwords. */
import { scryptSync, timingSafeEqual } from 'node:crypto';
import type { User } from '../../../core/visitor.ts';

const COST = { N: 1024 };
const hash = (name: string, password: string) => scryptSync(password, name, 32, COST);

const accounts = new Map<string, { readonly user: User; readonly hash: Buffer }>();

function add(name: string, role: User['role'], password: string): void {
  accounts.set(name, { user: { name, role }, hash: hash(name, password) });
}
add('ada', 'customer', 'lovelace');
add('bob', 'customer', 'builder');
add('grace', 'agent', 'hopper');

const NOBODY = Buffer.alloc(32);

/** Finds the user with a name and a password, or `null`. An unknown name takes just as long. */
export function authenticate(name: string, password: string): User | null {
  const account = accounts.get(name);
  const same = timingSafeEqual(hash(name, password), account?.hash ?? NOBODY);
  return same && account !== undefined ? account.user : null;
}
