/** Keeps what was entered in the hash of the page's address. */
import * as v from 'valibot';
import { FIELD_LENGTH, LINK_LENGTH, PARAMS, SOURCE_LENGTH } from '../limits.ts';
import { Question } from '../question.ts';

const START = '#code=';

/** The most bytes that a link's hash holds: base64 writes three as four characters. */
const PACKED = Math.floor((3 * (LINK_LENGTH - START.length)) / 4);

/** The most bytes of JSON that a question can be: an escaped UTF-16 unit is six. */
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
 * @param hash of the page's address
 * @returns `null` if the hash is of something else
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

/** Reads a stream, but no more of it than a limit: a short link may be much when it is unpacked. */
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
