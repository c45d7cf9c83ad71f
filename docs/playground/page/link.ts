/** Stores the question in the hash of the page's address. */
import * as v from 'valibot';
import { FIELD_LENGTH, LINK_LENGTH, PARAMS, SOURCE_LENGTH } from '../limits.ts';
import { Question } from '../question.ts';

const START = '#code=';

/** The most bytes that a link's hash can hold: base64 writes three bytes as four characters. */
const PACKED = Math.floor((3 * (LINK_LENGTH - START.length)) / 4);

/** The longest question as JSON, in bytes: an escaped UTF-16 unit takes six. */
const BYTES = 6 * (SOURCE_LENGTH + (PARAMS + 4) * FIELD_LENGTH) + 1000;

/**
 * Writes a question as a hash.
 *
 * @example
 * history.replaceState(null, '', await writeHash(question));
 */
export async function writeHash(question: Question): Promise<string> {
  const packed = through(
    new Blob([JSON.stringify(question)]),
    new CompressionStream('deflate-raw'),
  );
  const bytes = Array.from(await read(packed, PACKED), (byte) => String.fromCharCode(byte));
  const base64 = btoa(bytes.join(''));
  return START + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
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
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const json = await read(
    through(new Blob([bytes]), new DecompressionStream('deflate-raw')),
    BYTES,
  );
  return v.parse(Question, JSON.parse(new TextDecoder().decode(json)));
}

function through(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return blob.stream().pipeThrough(transform);
}

/** Reads a stream up to a limit: even a short link may expand to a lot of data. */
async function read(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const all: number[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(all);
    if (all.length + value.length > limit) throw new RangeError('the link holds too much');
    for (const byte of value) all.push(byte);
  }
}
