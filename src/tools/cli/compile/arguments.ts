/** Reads the arguments of a recorded call back from its text. */
import { randomUUID } from 'node:crypto';
import type { RecordedCall } from 'waymark/internal';

const JSON_TEXT = '"(?:[^"\\\\]|\\\\.)*"';
const TOKEN = new RegExp(`${JSON_TEXT}|(?:ƒ|table)(${JSON_TEXT})?|undefined`, 'g');

/** The name of a call: `Route.get`. */
export function nameOf({ text }: RecordedCall): string {
  return text.slice(0, text.indexOf('('));
}

/** @param read makes the value of an argument from a held one, whose text may follow it */
export function argumentsOf(
  { text, held }: RecordedCall,
  read: (held: unknown, text: string | null) => unknown,
): unknown[] {
  const values: unknown[] = [];
  // No string of a program is this one.
  const own = randomUUID();
  let next = 0;
  const json = text.slice(text.indexOf('(') + 1, -1).replace(TOKEN, (token, inner?: string) => {
    if (token.startsWith('"')) return token;
    const said = inner === undefined ? null : JSON.parse(inner);
    values.push(token === 'undefined' ? undefined : read(held[next++], said));
    return `"${own} ${values.length - 1}"`;
  });
  const revive = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.startsWith(own) ? values[Number(value.slice(own.length))] : value;
    }
    if (Array.isArray(value)) return value.map(revive);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revive(one)]));
  };
  return JSON.parse(`[${json}]`).map(revive);
}
