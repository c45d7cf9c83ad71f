/** Requests and answers, as the tables of all commands show them. */
import type { Resolution } from '../../index.ts';
import type { RequestLine } from '../../inspect.ts';
import { sayMeta } from './meta.ts';

/** What stands for an empty destination. */
export const BLOCKED = '(blocked)';

/** What stands for every method. */
export const ANY = 'ANY';

/**
 * A request in one cell.
 *
 * @example
 * sayRequest({ method: 'GET', path: '/photos' }); // 'GET /photos'
 */
export function sayRequest({ method, path }: RequestLine): string {
  return `${method} ${path}`;
}

/**
 * An answer in one cell.
 *
 * @example
 * sayAnswer({ status: 'found', route: 'a', destination: 'b/c', params: ['7'] }); // "b/c ['7']"
 */
export function sayAnswer(answer: Resolution): string {
  switch (answer.status) {
    case 'found': {
      const params = answer.params.map((param) => `'${param}'`).join(', ');
      const taken = params === '' ? '' : ` [${params}]`;
      const handled = answer.handler === undefined ? '' : ' (handler)';
      const meta = answer.meta === undefined ? '' : ` {${sayMeta(answer.meta)}}`;
      return `${answer.destination}${taken}${handled}${meta}`;
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

/**
 * A number of things, in words.
 *
 * @example
 * count(1, 'row'); // '1 row'
 * count(1221, 'row'); // '1,221 rows'
 */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
