/** Reads what a form has sent. */

/** The longest form that is read, in bytes. None of the gallery's comes near it. */
export const MAX_FORM_SIZE = 16_384;

/**
 * Reads the fields of a form, and no more of it than that.
 *
 * @throws a `Response`, which is then the answer
 */
export async function readForm({ body }: Request): Promise<URLSearchParams> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_FORM_SIZE) throw new Response('Content Too Large', { status: 413 });
    text += decoder.decode(chunk, { stream: true });
  }
  return new URLSearchParams(text + decoder.decode());
}
