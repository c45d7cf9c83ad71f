/** A destination's pieces of text, and the number of the group after each but the last. */
export interface Template {
  readonly pieces: readonly string[];
  readonly groups: readonly number[];
}

/** `\\` and `\$` come first, since a backslash takes the meaning of what follows away. */
const REFERENCE = /\\([\\$])|\$\{(\d{1,2})\}|[$\\](\d{1,2})/g;

/**
 * Takes a destination apart. `$n`, `${n}` and `\n` with one or two digits are references, and `$0` is
 * the whole match; `\\` is a backslash and `\$` a dollar sign
 * (https://www.php.net/manual/en/function.preg-replace.php). CodeIgniter looks for them only if
 * the destination has a `$` and the pattern a parenthesis; otherwise the text stays as it is.
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
  // Copies, since an array that has grown keeps spare room.
  return { pieces: [...pieces], groups: [...groups] };
}

/** The groups that a destination refers to, whatever its pattern. */
export function referencesOf(to: string): readonly number[] {
  return parseDestination(to, '()').groups;
}
