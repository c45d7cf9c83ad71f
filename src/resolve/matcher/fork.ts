/**
 * Chooses the characters by which a fork distinguishes texts, and the size of its list of children.
 */

/** A text of a fork. */
export interface Distinct {
  readonly text: string;
  /**
   * The number of characters that every path with this text shares, including the one after the
   * text. `Infinity` if the path ends there, since every further character reads as {@link END}.
   */
  readonly shared: number;
  /** The character that follows the text, if it is shared: a slash or {@link END}. */
  readonly following: number;
}

/** The way a fork finds a path's place in its list. */
export interface Choice {
  /** One to three offsets from the start of the texts. */
  readonly offsets: readonly number[];
  readonly factor: number;
  readonly shift: number;
  /** The place of each text. */
  readonly places: readonly number[];
}

/** Read by a fork as the character after a path's end. */
export const END = 0;

const MOST_OFFSETS = 3;

/** Bits per character in a key; all characters are ASCII. */
const BITS = 7;

/** How far past the first difference to look for the best characters. */
const AHEAD = 24;

/**
 * The minimum sample for picking the best characters; a large fork samples an eighth of its texts.
 */
const SAMPLE = 40;

/** Odd numbers with irregular bits, from Knuth's multiplicative hash and MurmurHash. */
const FACTOR = 0x9e3779b1 | 0;
const NEXT_FACTOR = 0x85ebca6b | 0;

/**
 * Above this number of keys, the longest list is used at once, since some would share a place in a
 * shorter one.
 */
const MANY = 40;

/** The number of factors to try for each list size. */
const ATTEMPTS = 4;

/**
 * Finds the first character, at `from` or later, that differs between texts.
 * @param texts two or more, all different; all are at least `from` long and equal up to there
 * @returns −1 if no differing character is known for all of them, so the shortest text is a prefix
 *   of the others
 */
export function firstDifference(texts: readonly Distinct[], from: number): number {
  const end = sharedByAll(texts);
  const [one] = texts;
  for (let at = from; at < end; at++) {
    const code = codeAt(one, at);
    for (const text of texts) if (codeAt(text, at) !== code) return at;
  }
  return -1;
}

/**
 * Chooses one to three characters, each time the one that splits the texts into the most parts.
 * @param from the result of {@link firstDifference}
 */
export function chooseFork(texts: readonly Distinct[], from: number): Choice {
  const stride = Math.ceil(texts.length / Math.max(SAMPLE, texts.length >> 3));
  const sample = texts.filter((_, number) => number % stride === 0);
  const end = Math.min(sharedByAll(texts), from + AHEAD);
  const offsets: number[] = [];
  let keys = sample.map(() => 0);
  let most = 1;
  while (offsets.length < MOST_OFFSETS && most < sample.length) {
    const bits = BITS * offsets.length;
    // The first character differs, even if it is the same throughout the sample.
    let best = offsets.length === 0 ? from : -1;
    for (let at = from; at < end && most < sample.length; at++) {
      const parts = new Set<number>();
      for (let place = 0; place < sample.length; place++) {
        parts.add(keys[place] | (codeAt(sample[place], at) << bits));
      }
      if (parts.size > most) [most, best] = [parts.size, at];
    }
    if (best < 0) break;
    offsets.push(best);
    keys = keys.map((key, place) => key | (codeAt(sample[place], best) << bits));
  }
  const all = texts.map((text) => keyOf(text, offsets));
  const { factor, shift } = chooseList(new Set(all));
  return { offsets, factor, shift, places: all.map((key) => Math.imul(key, factor) >>> shift) };
}

/**
 * Chooses a list size and a hash factor that give each key a separate place, if possible. Keys that
 * share a place get another fork.
 */
function chooseList(keys: ReadonlySet<number>): { factor: number; shift: number } {
  const fewestBits = Math.ceil(Math.log2(keys.size));
  const mostBits = fewestBits + 2;
  let best = { factor: FACTOR, shift: 0 };
  let most = 0;
  // With fewer than two places, the fork would not divide its texts.
  for (let bits = keys.size > MANY ? mostBits : fewestBits; bits <= mostBits || most < 2; bits++) {
    let factor = FACTOR;
    for (let attempt = 0; attempt < ATTEMPTS && most < keys.size; attempt++) {
      const shift = 32 - bits;
      const places = new Set<number>();
      for (const key of keys) places.add(Math.imul(key, factor) >>> shift);
      if (places.size > most) {
        most = places.size;
        best = { factor, shift };
      }
      factor = Math.imul(factor, NEXT_FACTOR) | 1;
    }
  }
  return best;
}

/** Combines characters of a text into one number, in the same way as the search. */
function keyOf(text: Distinct, offsets: readonly number[]): number {
  let key = 0;
  for (let place = 0; place < offsets.length; place++) {
    key |= codeAt(text, offsets[place]) << (BITS * place);
  }
  return key;
}

function codeAt({ text, following }: Distinct, at: number): number {
  return at < text.length ? text.charCodeAt(at) : following;
}

function sharedByAll(texts: readonly Distinct[]): number {
  return texts.reduce((least, { shared }) => Math.min(least, shared), Infinity);
}
