/** The fixed texts of a route, in the form in which they are compared with a path. */
import type { Steps } from './steps.ts';

/** The fixed texts of a route's steps. */
export interface FixedTexts {
  /** The whole path, where the steps have no segment; otherwise `null`. */
  readonly path: string | null;
  /** Where there are segments: the texts, cut up, without the slash that each starts with. */
  readonly chunks: readonly string[];
  readonly layout: Layout;
}

/** Where the texts of a route are. Routes of the same layout share one, as memory is slow. */
export interface Layout {
  /** How far each segment's characters start behind the segment before, or the path's start. */
  readonly gaps: readonly number[];
  /** How many segments come before each chunk, and how far behind the last of them it is. */
  readonly segments: readonly number[];
  readonly offsets: readonly number[];
}

/** V8 copies a slice of up to 12 characters, and compares it five times as fast as a longer one. */
const CHUNK = 12;

/**
 * Makes the function that reads the texts of steps. It remembers the layouts and the chunks that
 * it has met, for the routes of one table to share.
 *
 * @example
 * createTextInterner()({ fixedTexts: ['/photos', '/edit'], sets: [ANY], whole: true });
 * // { path: null, chunks: ['photos', 'edit'], layout: { gaps: [8], segments: [0, 1], offsets: [1, 1] } }
 */
export function createTextInterner(): (steps: Steps) => FixedTexts {
  const layouts = new Map<string, Layout>();
  const known = new Map<string, string>();
  const empty: string[] = [];
  const none: Layout = { gaps: [], segments: [], offsets: [] };
  return ({ fixedTexts, sets }) => {
    if (sets.length === 0) return { path: fixedTexts[0], chunks: empty, layout: none };
    const chunks: string[] = [];
    const segments: number[] = [];
    const offsets: number[] = [];
    for (const [number, text] of fixedTexts.entries()) {
      for (let at = 1; at < text.length; at += sizeOf(text)) {
        chunks.push(intern(known, text.slice(at, at + sizeOf(text))));
        segments.push(number);
        offsets.push(at);
      }
    }
    const gaps = fixedTexts.slice(0, -1).map((text) => text.length + 1);
    const key = JSON.stringify([gaps, segments, offsets]);
    // A copy, since an array that has grown keeps room for more than it holds.
    return {
      path: null,
      chunks: [...chunks],
      layout: intern(layouts, key, { gaps, segments, offsets }),
    };
  };
}

/** The length of a text's chunks: much the same for all. */
function sizeOf(text: string): number {
  const length = text.length - 1;
  return Math.ceil(length / Math.ceil(length / CHUNK));
}

/** The value that was met first under a key. */
function intern<V>(known: Map<string, V>, key: string, value: V): V;
function intern(known: Map<string, string>, key: string): string;
function intern<V>(
  known: Map<string, V | string>,
  key: string,
  value: V | string = key,
): V | string {
  const same = known.get(key);
  if (same !== undefined) return same;
  known.set(key, value);
  return value;
}
