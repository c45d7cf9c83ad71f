/** The tickets, in memory. */
import type { User } from '../../../core/visitor.ts';

export interface Ticket {
  readonly id: number;
  readonly owner: string;
  readonly title: string;
  readonly attachment: File | null;
  open: boolean;
}

const tickets: Ticket[] = [];

export function add(owner: User, title: string, attachment: File | null): Ticket {
  const ticket = { id: tickets.length + 1, owner: owner.name, title, attachment, open: true };
  tickets.push(ticket);
  return ticket;
}

/** The tickets that a user may see: agents see all. */
export function visibleTo(user: User): readonly Ticket[] {
  return tickets.filter(({ owner }) => user.role === 'agent' || owner === user.name);
}
