/** Fills the references of a destination, as PHP's `preg_replace` does. */

/** A destination taken apart: its pieces of text, and the number of the group after each but the last. */
export interface Template {
  readonly pieces: readonly string[];
  readonly groups: readonly number[];
}

/** `\\` and `\$` before the references, since a backslash takes the meaning of either away. */
const REFERENCE = /\\([\\$])|\$\{(\d{1,2})\}|[$\\](\d{1,2})/g;

/**
 * Takes a destination apart. `$n`, `${n}` and `\n` with one or two digits are references, and `$0`
 * is the whole match; `\\` is a backslash and `\$` a dollar sign
 * (https://www.php.net/manual/en/function.preg-replace.php). CodeIgniter looks for them only where
 * the destination has a `$` and the pattern a parenthesis; otherwise the text stays as it is.
 *
 * @param to the destination
 * @param pattern the pattern's source
 *
 * @example
 * parseDestination('posts/show/$1', 'posts/([0-9]+)'); // { pieces: ['posts/show/', ''], groups: [1] }
 * parseDestination('cost/$1', 'plain'); // { pieces: ['cost/$1'], groups: [] }
 */
export function parseDestination(to: string, pattern: string): Template {
  if (!to.includes('$') || !pattern.includes('(')) return { pieces: [to], groups: [] };
  const pieces: string[] = [];
  const groups: number[] = [];
  let text = '';
  let end = 0;
  REFERENCE.lastIndex = 0;
  for (let found = REFERENCE.exec(to); found !== null; found = REFERENCE.exec(to)) {
    const [whole, escaped, braced, bare] = found;
    text += to.slice(end, found.index);
    end = found.index + whole.length;
    if (escaped === undefined) {
      pieces.push(text);
      groups.push(Number(braced ?? bare));
      text = '';
    } else text += escaped;
  }
  pieces.push(text + to.slice(end));
  // Copies, since an array that has grown keeps room for more than it holds.
  return { pieces: [...pieces], groups: [...groups] };
}

/**
 * Fills a destination from a match.
 *
 * @param template what {@link parseDestination} returned
 * @param params what the groups captured; a group that the pattern does not have gives the empty
 *   string
 * @param path the whole match, for `$0`, with a leading slash
 *
 * @example
 * fillDestination(parseDestination('posts/show/$1', '()'), ['7'], '/posts/7'); // 'posts/show/7'
 */
export function fillDestination(
  { pieces, groups }: Template,
  params: readonly string[],
  path: string,
): string {
  let filled = pieces[0];
  for (let position = 0; position < groups.length; position++) {
    const group = groups[position];
    if (group === 0) filled += path.slice(1);
    else if (group <= params.length) filled += params[group - 1];
    filled += pieces[position + 1];
  }
  return filled;
}
