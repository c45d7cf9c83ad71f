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
  const calls: RecordedCall[] = [];
  addAll(given, calls);
  const places = new Map<unknown, number>();
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  const checks: string[] = [];
  for (const { text, held } of calls) {
    // Both lines are written again below: a function for them takes longer than the rest, until an
    // engine compiles it, and a program starts once.
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 0x9e3779b1);
      low = Math.imul(low ^ code, 0x5f356495);
    }
    for (const code of codesOf(held, places)) {
      high = Math.imul(high ^ code, 0x9e3779b1);
      low = Math.imul(low ^ code, 0x5f356495);
    }
    checks.push(((high ^ (high >>> 15)) >>> 17).toString(36).padStart(DIGITS, '0'));
  }
  const end = (one: number, other: number) => {
    const mixed =
      Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
    return (mixed >>> 0).toString(36);
  };
  const hash = `${end(high, low)} ${end(low, high)}`;
  return { hash, checks: checks.join(''), calls, held: [...places.keys()] };
}

/** The numbers of the values of a call, and one at the end that no text has in it. */
function codesOf(held: readonly unknown[], places: Map<unknown, number>): number[] {
  const codes: number[] = [];
  for (const value of held) {
    if (value instanceof GivenTable) {
      for (const { calls } of value.all) codes.push(calls.length);
      continue;
    }
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    codes.push(place);
  }
  codes.push(0x10000);
  return codes;
}

/** Adds calls, each after those that made the tables among its arguments. */
function addAll(given: readonly RecordedCall[], to: RecordedCall[]): void {
  for (const call of given) {
    for (const value of call.held) {
      if (value instanceof GivenTable) for (const { calls } of value.all) addAll(calls, to);
    }
    to.push(call);
  }
}
