/** Reads submitted forms. */
import { readForm as readAny } from 'waymark/http';

/** The size limit of a form, in bytes. The gallery's forms are far smaller. */
export const MAX_FORM_SIZE = 16_384;

/**
 * Reads the fields of a form.
 *
 * @throws {HttpError} 413 if the form is larger than {@link MAX_FORM_SIZE}
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const form = await readAny({ request }, { limit: MAX_FORM_SIZE });
  return new URLSearchParams(
    Array.from(form, ([name, value]): [string, string] => [name, String(value)]),
  );
}
