/** Chooses the characters by which a fork distinguishes texts, and the length of its list. */
/** One of the texts of a fork. */
export interface Distinct {
  readonly text: string;
  /** How many characters are known of every path with this text, including what follows it. */
  readonly known: number;
  /** The character that follows the text: a slash or {@link END}. */
  readonly following: number;
}

/** How a fork finds the place of a path in its list. */
export interface Choice {
  /** Offsets of characters from the start of the texts: one to three. */
  readonly offsets: readonly number[];
  readonly factor: number;
  readonly shift: number;
}

/** The character after a path's end, as a fork reads it. */
export const END = 0;

const MOST_OFFSETS = 3;

/** How many bits of a key a character takes: all are ASCII. */
const BITS = 7;

/** How far ahead of the first difference to look for the best characters. */
const AHEAD = 24;

/** The best characters are those of a sample: this many texts, or an eighth of them if that is more. */
const SAMPLE = 40;

/** Odd numbers without a pattern in their bits (those of Knuth's multiplicative hash, and of MurmurHash). */
const FACTOR = 0x9e3779b1 | 0;
const NEXT_FACTOR = 0x85ebca6b | 0;

/** So many keys get the longest list at once: a short one has no place of its own for each. */
const MANY = 40;

/** How many factors to try for a list of each length. */
const ATTEMPTS = 4;

/**
 * Finds the first character, not before `from`, that differs between some texts.
 * @param texts two or more, all different; all are at least `from` long and equal up to there
 * @returns −1 if no character that is known of all of them differs: the shortest starts all others
 */
export function firstDifference(texts: readonly Distinct[], from: number): number {
  const end = knownOfAll(texts);
  const [one] = texts;
  for (let at = from; at < end; at++) {
    const code = codeAt(one, at);
    for (const text of texts) if (codeAt(text, at) !== code) return at;
  }
  return -1;
}

/**
 * Chooses one to three characters, each time the one that splits the texts into the most parts.
 * @param from what {@link firstDifference} returned
 */
export function chooseFork(texts: readonly Distinct[], from: number): Choice {
  const stride = Math.ceil(texts.length / Math.max(SAMPLE, texts.length >> 3));
  const sample = texts.filter((_, number) => number % stride === 0);
  const end = Math.min(knownOfAll(texts), from + AHEAD);
  const offsets: number[] = [];
  let keys = sample.map(() => 0);
  let most = 1;
  while (offsets.length < MOST_OFFSETS && most < sample.length) {
    const bits = BITS * offsets.length;
    // The first character differs, even if it is the same in the sample.
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
    keys = sample.map((text) => keyOf(text, offsets));
  }
  return { offsets, ...chooseList(new Set(texts.map((text) => keyOf(text, offsets)))) };
}

/** The place of a text in the list of a fork. */
export function placeOf(text: Distinct, { offsets, factor, shift }: Choice): number {
  return Math.imul(keyOf(text, offsets), factor) >>> shift;
}

/**
 * Chooses a list in which each key has a place of its own, if possible: up to four times as long as
 * there are keys. Keys that share a place get a fork of their own.
 */
function chooseList(keys: ReadonlySet<number>): { factor: number; shift: number } {
  const fewestBits = Math.ceil(Math.log2(keys.size));
  let best = { factor: FACTOR, shift: 0 };
  let most = 0;
  let bits = keys.size > MANY ? fewestBits + 2 : fewestBits;
  for (; bits <= fewestBits + 2 || most < 2; bits++) {
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

/** Puts the characters of a text into one number, as the search does. */
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

function knownOfAll(texts: readonly Distinct[]): number {
  return texts.reduce((least, { known }) => Math.min(least, known), Infinity);
}
