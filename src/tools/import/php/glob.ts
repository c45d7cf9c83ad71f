/** Matches file names in the same way as PHP's `glob`. */

/** Whether a segment of a pattern has wildcards. */
export function isGlob(segment: string): boolean {
  return /[*?[]/.test(segment);
}

/**
 * Whether a name matches a segment of a pattern. `*` matches any text, `?` any character; `[a-z]`
 * and `[!a]` are sets. A dot at the start of a name is matched only by a dot.
 *
 * @param pattern the segment, without backslashes
 * @param name the name
 */
export function matchesGlob(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const tokens = tokensOf(pattern);
  const chars = Array.from(name);
  // The token after the last *, and the number of characters that this * has consumed so far.
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

/** Splits a pattern into characters, wildcards and sets. */
function tokensOf(pattern: string): string[] {
  const found = pattern.matchAll(/\[[!^]?\][^\]]*\]|\[[!^]?[^\]]+\]|./gsu);
  return Array.from(found, ([token]) => token);
}

function takes(token: string, char: string): boolean {
  if (token === '?') return true;
  if (token.length === 1 || !token.startsWith('[')) return token === char;
  const [, negated, set] = /^\[([!^]?)(.*)\]$/su.exec(token) as unknown as string[]; // the cast: tokensOf found it
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
