/** Saves the question: in the hash of the page's address, and as a draft in the browser. */
import * as v from 'valibot';
import { LINK_LENGTH } from '../limits.ts';
import { Question } from '../question.ts';

const START = '#code=';

/** The draft's key in the storage. */
const KEY = 'waymark:playground';

/**
 * Writes a question as a hash.
 *
 * @throws if it is too long for a link
 *
 * @example
 * history.replaceState(null, '', await writeHash(question));
 */
export async function writeHash(question: Question): Promise<string> {
  const packed = await convert(JSON.stringify(question), new CompressionStream('deflate-raw'));
  const base64 = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const hash = START + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (hash.length > LINK_LENGTH) throw new RangeError('the link is too long');
  return hash;
}

/**
 * Reads a question from a hash.
 *
 * @param hash the hash of the page's address
 * @returns `null` if the hash has no question
 * @throws if it is damaged
 */
export async function readHash(hash: string): Promise<Question | null> {
  if (!hash.startsWith(START)) return null;
  if (hash.length > LINK_LENGTH) throw new RangeError('the link is too long');
  const base64 = hash.slice(START.length).replaceAll('-', '+').replaceAll('_', '/');
  const packed = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const json = await convert(packed, new DecompressionStream('deflate-raw'));
  return v.parse(Question, JSON.parse(new TextDecoder().decode(json)));
}

/** Converts data. Deflate packs a thousand bytes into one at best, so a link's length limits it. */
async function convert(
  data: string | Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([data]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads the draft; `null` if there is none or storage is unavailable. */
export function readDraft(): Question | null {
  try {
    return v.parse(Question, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}

/** Stores a draft, or deletes it. */
export function writeDraft(question: Question | null): void {
  try {
    if (question === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(question));
  } catch {
    // Storage is full or unavailable; the address still has the question.
  }
}
