/** Reads submitted forms. */

/** The size limit of a form, in bytes. The gallery's forms are far smaller. */
export const MAX_FORM_SIZE = 16_384;

/**
 * Reads the fields of a form, and stops at the size limit.
 *
 * @throws a `Response` with the status 413 if the form is too large
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
