/** Describes the router's answers in a few words. */
import type { Resolution } from 'waymark';

/**
 * Describes an answer.
 *
 * @example
 * sayAnswer({ status: 'blocked', route: 'users/login' }); // "blocked by 'users/login'"
 */
export function sayAnswer(answer: Resolution): string {
  switch (answer.status) {
    case 'found': {
      const by = answer.route === null ? 'its own segments' : `'${answer.route}'`;
      return `${answer.destination ?? 'a function'}, by ${by}`;
    }
    case 'blocked':
      return `blocked by '${answer.route}'`;
    case 'method-not-allowed':
      return `405, only ${answer.allow.join(', ')} allowed`;
    case 'not-found':
      return answer.destination === undefined ? '404' : `404, answered by ${answer.destination}`;
    case 'bad-request':
      return `400, ${answer.reason}`;
  }
}
