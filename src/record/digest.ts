/** Reduces calls to numbers, so that a bundle can compare them with those of its build. */
import { GivenTable, type RecordedCall } from './call.ts';

export interface Digest {
  /** Tells these calls from all others. */
  readonly hash: string;
  /** A few digits after each call, which tell the first call that differs. */
  readonly checks: string;
  /** The calls, with those behind the tables among their arguments. */
  readonly calls: readonly RecordedCall[];
  /** Each value that the calls hold, once. */
  readonly held: readonly unknown[];
}

/** The digits of each call in {@link Digest.checks}. */
export const DIGITS = 3;

/** The hash is cyrb53 with all of its 64 bits (https://github.com/bryc/code). */
export function digestOf(given: readonly RecordedCall[]): Digest {
  const calls = given.flatMap(withTables);
  const places = new Map<unknown, number>();
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  let checks = '';
  const mix = (code: number) => {
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  };
  for (const { text, held } of calls) {
    for (let at = 0; at < text.length; at++) mix(text.charCodeAt(at));
    for (const value of held) {
      if (value instanceof GivenTable) {
        for (const { calls } of value.all) mix(calls.length);
        continue;
      }
      const place = places.get(value) ?? places.size;
      places.set(value, place);
      mix(place);
    }
    // No text has this code in it: the texts of two calls are never taken for another two.
    mix(0x10000);
    checks += ((high ^ (high >>> 15)) >>> 17).toString(36).padStart(DIGITS, '0');
  }
  const end = (one: number, other: number) => {
    const mixed =
      Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
    return (mixed >>> 0).toString(36);
  };
  return { hash: `${end(high, low)} ${end(low, high)}`, checks, calls, held: [...places.keys()] };
}

/** A call, after the calls that made the tables among its arguments. */
function withTables(call: RecordedCall): RecordedCall[] {
  const before = call.held.flatMap((value) =>
    value instanceof GivenTable ? value.all.flatMap(({ calls }) => calls.flatMap(withTables)) : [],
  );
  return [...before, call];
}
