/** Writes answers, meta and places in files, each in one cell of a table. */
import { relative } from 'node:path';
import type { Meta, Resolution } from 'waymark';
import type { Source } from '../../inspect.ts';

/** Shown for an empty destination. */
export const BLOCKED = '(blocked)';

/** Shown for every method. */
export const ANY = 'ANY';

/** Shown in place of a destination if a handler answers. */
export const HANDLER = '(handler)';

/** Writes an answer. */
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

/** Writes meta. */
export function sayMeta(meta: Meta): string {
  return Object.entries(meta)
    .map(([key, value]) => `${key}=${sayMember(value)}`)
    .join(' ');
}

/** Writes a member of meta: strings as they are, anything else as JSON. */
export function sayMember(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Writes a place in the form that many editors and terminals open.
 * @param cwd the folder to which the path is relative
 */
export function sayPlace({ file, line, column }: Source, cwd: string): string {
  return `${relative(cwd, file)}:${line}:${column}`;
}
