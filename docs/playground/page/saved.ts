/** Saves the question: in the hash of the page's address, and as a draft in the browser. */
import * as v from 'valibot';
import { FIELD_LENGTH, LINK_LENGTH, PARAMS, SOURCE_LENGTH } from '../limits.ts';
import { Question } from '../question.ts';

const START = '#code=';

/** The draft's key in the storage. */
const KEY = 'waymark:playground';

/** The longest question as JSON, in bytes: an escaped UTF-16 unit takes six. */
const BYTES = 6 * (SOURCE_LENGTH + (PARAMS + 4) * FIELD_LENGTH) + 1000;

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

/** Converts data, up to a limit: even a short link may expand to a lot. */
async function convert(
  data: string | Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const all: number[] = [];
  const reader = new Blob([data]).stream().pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(all);
    if (all.length + value.length > BYTES) throw new RangeError('the link holds too much');
    for (const byte of value) all.push(byte);
  }
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
