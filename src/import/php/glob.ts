/** Matches names of files, as PHP's `glob` does. */

/** Whether a segment of a pattern has wildcards. */
export function isGlob(segment: string): boolean {
  return /[*?[]/.test(segment);
}

/**
 * Whether a name matches a segment of a pattern: `*` is any text, `?` any character, `[a-z]` and
 * `[!a]` are sets. A dot at the start of a name is matched by a dot alone.
 *
 * @param pattern the segment, without backslashes
 * @param name the name
 */
export function matchesGlob(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const tokens = tokensOf(pattern);
  const chars = Array.from(name);
  // The token after the last *, and the characters that this * takes so far.
  let [star, taken] = [-1, 0];
  let [token, at] = [0, 0];
  while (at < chars.length) {
    if (tokens[token] === '*') {
      star = ++token;
      taken = at;
    } else if (token < tokens.length && takes(tokens[token], chars[at])) {
      token++;
      at++;
    } else if (star !== -1) {
      token = star;
      at = ++taken;
    } else return false;
  }
  while (tokens[token] === '*') token++;
  return token === tokens.length;
}

/** A pattern's characters, wildcards and sets. */
function tokensOf(pattern: string): string[] {
  const found = pattern.matchAll(/\[[!^]?\][^\]]*\]|\[[!^]?[^\]]+\]|./gsu);
  return Array.from(found, ([token]) => token);
}

function takes(token: string, char: string): boolean {
  if (token === '?') return true;
  if (token.length === 1 || !token.startsWith('[')) return token === char;
  const [, negated, set] = /^\[([!^]?)(.*)\]$/su.exec(token) as unknown as string[]; // as tokensOf finds it
  return isIn(Array.from(set), char) === (negated === '');
}

function isIn(set: readonly string[], char: string): boolean {
  for (let at = 0; at < set.length; at++) {
    const last = set[at + 1] === '-' ? set[at + 2] : undefined;
    if (last === undefined ? set[at] === char : set[at] <= char && char <= last) return true;
    if (last !== undefined) at += 2;
  }
  return false;
}
