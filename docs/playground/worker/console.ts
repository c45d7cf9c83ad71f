/** Records the source's calls to the console. */
import type { Log } from '../answer.ts';
import { LOG_LENGTH, LOGS } from '../limits.ts';

const LEVELS = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** The most members written of an object or array. */
const MEMBERS = 50;

/** The depth to which nested objects are written. */
const DEPTH = 3;

/**
 * Replaces the console with one that only records its first calls.
 *
 * @returns the calls so far; later ones are added
 */
export function recordConsole(): readonly Log[] {
  const logs: Log[] = [];
  const record = (level: Log['level']) => {
    return (...values: unknown[]) => {
      if (logs.length >= LOGS) return;
      const text = values.map((value) => (typeof value === 'string' ? value : write(value)));
      logs.push({ level, text: text.join(' ').slice(0, LOG_LENGTH) });
    };
  };
  const silent = Object.fromEntries(Object.keys(console).map((name) => [name, () => {}]));
  const kept = Object.fromEntries(LEVELS.map((level) => [level, record(level)]));
  Reflect.set(globalThis, 'console', { ...silent, ...kept });
  return logs;
}

/** Formats a value much as a browser's console does. */
function write(value: unknown, depth = 0): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[function ${value.name}]`;
  if (Object(value) !== value) return String(value);
  if ([Error, RegExp, Date].some((kind) => value instanceof kind)) return String(value);
  if (depth >= DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) return `[${enumerate(value, (each) => write(each, depth + 1))}]`;
  if (value instanceof Map || value instanceof Set) {
    return `${value.constructor.name} ${write([...value], depth + 1)}`;
  }
  const members = enumerate(Object.entries(Object(value)), ([key, own]) => {
    return `${key}: ${write(own, depth + 1)}`;
  });
  return members === '' ? '{}' : `{ ${members} }`;
}

function enumerate<Item>(items: readonly Item[], say: (item: Item) => string): string {
  const said = items.slice(0, MEMBERS).map(say);
  return [...said, ...(items.length > MEMBERS ? ['…'] : [])].join(', ');
}
