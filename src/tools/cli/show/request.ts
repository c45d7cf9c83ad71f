/** Writes requests and answers for the tables of all commands. */
import type { Resolution } from 'waymark';
import type { RequestLine } from '../../inspect.ts';
import { sayMeta } from './meta.ts';

/** Shown for an empty destination. */
export const BLOCKED = '(blocked)';

/** Shown for every method. */
export const ANY = 'ANY';

/** Writes a request in one cell. */
export function sayRequest({ method, path }: RequestLine): string {
  return `${method} ${path}`;
}

/** Shown in place of a destination if a handler answers. */
export const HANDLER = '(handler)';

/** Writes an answer in one cell. */
export function sayAnswer(answer: Resolution): string {
  switch (answer.status) {
    case 'found': {
      const params = answer.params.map((param) => `'${param}'`).join(', ');
      const taken = params === '' ? '' : ` [${params}]`;
      const meta = answer.meta === undefined ? '' : ` {${sayMeta(answer.meta)}}`;
      const by = answer.destination ?? `${HANDLER} ${answer.route}`;
      return `${by}${taken}${meta}`;
    }
    case 'blocked':
      return BLOCKED;
    case 'method-not-allowed':
      return `405, allowed: ${answer.allow.join(', ')}`;
    case 'not-found':
      return answer.destination === undefined ? '404' : `404, ${answer.destination}`;
    case 'bad-request':
      return `400, ${answer.reason}`;
  }
}

/** Writes a number with its noun: `2 rows`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
