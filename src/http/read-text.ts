import {
  type BodyOptions,
  charsetOf,
  malformed,
  mediaTypeOf,
  readBodyOptions,
  readBytes,
  wrongType,
} from './body.ts';
import { type HttpContext, requestOf } from './context.ts';
import { HttpError } from './http-error.ts';

/** Text types other than `text/*`. A missing type counts as text too. */
const TEXT =
  /^(?:$|text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)$|application\/x-www-form-urlencoded$)/;

/**
 * Reads a body as text, exactly as sent. Use it for text, and for JSON, XML and forms with a
 * signature over the exact bytes, as webhooks have.
 * @param context the context of the controller or the handler
 * @param options `limit`: the maximum number of bytes to read, 1 MiB by default
 * @returns the text with its byte order mark, decoded by the `charset` of its type, UTF-8 by
 *   default
 * @throws {HttpError} 413 if the body is too long, 415 if its type or charset is not supported, 400
 *   if the bytes are invalid in this charset
 * @throws {WaymarkError} if the body was already read, or an option is wrong
 * @example
 * const note = await readText(context, { limit: 10_000 });
 */
export async function readText(
  context: Pick<HttpContext, 'request'>,
  options: BodyOptions = {},
): Promise<string> {
  const where = 'readText';
  const request = requestOf(context, where);
  const { limit } = readBodyOptions(where, options, ['limit']);
  const type = mediaTypeOf(request);
  if (!TEXT.test(type)) throw wrongType('text', type);
  const decoder = decoderOf(charsetOf(request));
  const bytes = await readBytes(request, limit, where);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw malformed(`the body is not ${decoder.encoding}`, cause);
  }
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    // Keeps the byte order mark, since a signature covers it too.
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    throw new HttpError(415, 'the charset of the body is unknown', { cause });
  }
}
