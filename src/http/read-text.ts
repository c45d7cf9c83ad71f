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

/** Types of text, besides `text/*`; no type counts as text, too. */
const TEXT =
  /^(?:$|text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)$|application\/x-www-form-urlencoded$)/;

/**
 * Reads a body as text, as it was sent: for text, and for JSON, XML and forms whose signature covers the
 * very bytes, as webhooks have it.
 * @param context the context of the controller or the handler
 * @param options `limit`: how many bytes are read at most, 1 MiB by default
 * @returns the text, decoded by the `charset` of its type, UTF-8 by default, with its byte order mark
 * @throws {HttpError} 413 if the body is too long, 415 if its type or its charset is not one of text,
 *   400 if the bytes are not of this charset
 * @throws {WaymarkError} if the body was read already, or an option is wrong
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
  if (!TEXT.test(type)) throw wrongType(where, 'text', type);
  const decoder = decoderOf(charsetOf(request), where);
  const bytes = await readBytes(request, limit, where);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw malformed(where, `the body is not ${decoder.encoding}`, cause);
  }
}

function decoderOf(charset: string, where: string): InstanceType<typeof TextDecoder> {
  try {
    // A signature covers the byte order mark too.
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    throw new HttpError(415, `${where}: the charset of the body is unknown`, { cause });
  }
}
