/** Chooses the characters by which a fork tells texts apart, and their places in its list. */

/** A text that a fork tells apart from others. */
export interface Distinct {
  readonly text: string;
  /** How many characters are known of every path with this text, maybe also what follows it. */
  readonly known: number;
  /** What is known to follow: a slash or the path's end. */
  readonly following: number;
}

/** What decides where a path goes. */
export interface Choice {
  /** Where the characters are, from the text's start. */
  readonly offsets: readonly number[];
  readonly factor: number;
  readonly shift: number;
  /** The place of each text in the list. */
  readonly places: Int32Array;
}

/** What a fork sees after the path's end. */
export const END = 0;

const MOST_OFFSETS = 4;

/** How many bits a character takes: all are ASCII. */
const BITS = 7;

/** The most telling character is looked for among so many, from the first that differs. */
const AHEAD = 24;

/** How telling it is is counted for so many texts, or an eighth of them if that is more. */
const SAMPLE = 40;

/** Lists for so many texts are kept short; longer ones are filled to an eighth or a quarter. */
const FEW = 40;

const FACTOR = 0x9e3779b1 | 0;
const NEXT_FACTOR = 0x85ebca6b | 0;

/** For counting distinct values. One serves a whole tree: making its list takes longer than a count. */
export class DistinctCounter {
  /** By value, the count that it was last met in. */
  met = new Int32Array(1 << 12);
  /** By value, what the caller notes about it during a count. */
  known = new Int32Array(1 << 12);
  /** The number of this count. */
  number = 0;

  /** Starts a count of values below a limit. */
  start(limit: number): void {
    if (this.met.length < limit) {
      this.met = new Int32Array(2 * limit);
      this.known = new Int32Array(2 * limit);
    }
    this.number++;
  }
}

/**
 * Where texts start to differ, not before `from`; −1 if no character that is known of all paths
 * distinguishes them: then the shortest starts all the others. `from` is at most the length of each.
 */
export function firstDifference(texts: readonly Distinct[], from: number): number {
  const [one] = texts;
  let end = Infinity;
  let longest = 0;
  for (const { text, known } of texts) {
    end = Math.min(end, known);
    longest = Math.max(longest, text.length);
  }
  end = Math.min(end, longest);
  let first = end;
  for (const text of texts) {
    let at = from;
    while (at < first && codeAt(text, at) === codeAt(one, at)) at++;
    first = at;
  }
  return first === end ? -1 : first;
}

/**
 * Chooses the characters one by one: each time the one that splits the texts into the most classes.
 * @param from where they start to differ, as {@link firstDifference} returned it
 */
export function chooseFork(
  texts: readonly Distinct[],
  from: number,
  counter: DistinctCounter,
): Choice {
  const { length } = texts;
  const end = texts.reduce((least, { known }) => Math.min(least, known), from + AHEAD);
  const width = end - from;
  const stride = Math.ceil(length / Math.max(SAMPLE, length >> 3));
  const sampled = Math.ceil(length / stride);
  const codes = new Uint8Array(sampled * width);
  for (let number = 0, place = 0; number < length; number += stride) {
    const { text, following } = texts[number];
    for (let at = from; at < end; at++) {
      codes[place++] = at < text.length ? text.charCodeAt(at) : following;
    }
  }
  const classes = new Int32Array(length);
  const sample: Sample = { codes, width, classes, stride };
  const keys = new Int32Array(length);
  const offsets: number[] = [];
  let count = 1;
  let most = 1;
  while (offsets.length < MOST_OFFSETS) {
    // The first character differs, even if it does not in the sample.
    let best = count === 1 ? 0 : -1;
    for (let at = 0; at < width && most < sampled; at++) {
      counter.start(count << BITS);
      const found = countClasses(sample, counter, at);
      if (found <= most) continue;
      most = found;
      best = at;
    }
    if (best < 0) break;
    const bits = BITS * offsets.length;
    counter.start(count << BITS);
    const { met, known, number: turn } = counter;
    count = 0;
    for (let number = 0; number < length; number++) {
      const code = codeAt(texts[number], from + best);
      const value = (classes[number] << BITS) | code;
      if (met[value] !== turn) {
        met[value] = turn;
        known[value] = count++;
      }
      classes[number] = known[value];
      keys[number] |= code << bits;
    }
    offsets.push(from + best);
  }
  return spread(offsets, keys, count, counter);
}

/** Some of the texts, and the classes that the characters chosen so far divide them into. */
interface Sample {
  /** The characters of one text after the other. */
  readonly codes: Uint8Array;
  /** How many of each text. */
  readonly width: number;
  /** The class of every text. */
  readonly classes: Int32Array;
  /** One text in so many is in the sample. */
  readonly stride: number;
}

/** How many classes a sample has with one more character. */
function countClasses(
  { codes, width, classes, stride }: Sample,
  { met, number }: DistinctCounter,
  at: number,
): number {
  let found = 0;
  for (let place = at, text = 0; place < codes.length; place += width, text += stride) {
    const value = (classes[text] << BITS) | codes[place];
    if (met[value] === number) continue;
    met[value] = number;
    found++;
  }
  return found;
}

/** Finds a factor that spreads the keys over a short list, each to a place of its own if it can. */
function spread(
  offsets: readonly number[],
  keys: Int32Array,
  count: number,
  counter: DistinctCounter,
): Choice {
  const isFew = count <= FEW;
  let bits = Math.max(1, Math.ceil(Math.log2(count))) + (isFew ? 0 : 2);
  let bestFactor = FACTOR;
  let bestShift = 0;
  let most = 0;
  for (let turn = 0; most < 2 || (isFew && turn < 3); turn++, bits++) {
    let factor = FACTOR;
    for (let attempt = 0; attempt < (isFew ? 24 : 4) && most < count; attempt++) {
      const shift = 32 - bits;
      counter.start(2 ** bits);
      const { met, number } = counter;
      let taken = 0;
      for (const key of keys) {
        const place = Math.imul(key, factor) >>> shift;
        if (met[place] === number) continue;
        met[place] = number;
        taken++;
      }
      if (taken > most) {
        most = taken;
        bestFactor = factor;
        bestShift = shift;
      }
      factor = Math.imul(factor, NEXT_FACTOR) | 1;
    }
  }
  const places = keys.map((key) => Math.imul(key, bestFactor) >>> bestShift);
  return { offsets, factor: bestFactor, shift: bestShift, places };
}

function codeAt({ text, following }: Distinct, at: number): number {
  return at < text.length ? text.charCodeAt(at) : following;
}
