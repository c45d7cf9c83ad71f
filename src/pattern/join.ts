/** Joins prefixes and patterns, whose alternatives it puts into a group first. */

/**
 * Joins a prefix and a pattern with a slash. Top-level alternatives are grouped first: `admin` and
 * `users|groups` give `admin/(?:users|groups)`. An optional prefix takes the slash into its group:
 * `(?:en)?` and `about` give `(?:en/)?about`.
 */
export function joinPatterns(prefix: string, name: string): string {
  const rest = name.startsWith('/') ? name.slice(1) : name;
  if (prefix === '' || rest === '') return prefix + rest;
  const optional = optionalPart(prefix);
  if (optional !== null) return `(?:${grouped(optional)}/)?${grouped(rest)}`;
  return `${grouped(prefix)}/${grouped(rest)}`;
}

/**
 * The part that a pattern makes optional, if the pattern has no other, without a slash at its ends:
 * `(en|fr)` of `(?:(en|fr)/)?` or of `(en|fr)?`; `null` for any other pattern.
 */
export function optionalPart(pattern: string): string | null {
  if (outline(pattern) !== '()?') return null;
  if (!pattern.startsWith('(?:')) return pattern.slice(0, -1);
  return pattern.slice('(?:'.length, -')?'.length).replace(/^\/|\/$/g, '');
}

/** A pattern as a single alternative. */
export function grouped(pattern: string): string {
  return outline(pattern).includes('|') ? `(?:${pattern})` : pattern;
}

/** Matches escaped characters and classes. */
const NO_SYNTAX = /\\.|\[(?:\\.|[^\]\\])*\]?/gs;

/** The pattern with its groups emptied: `(a|b)?|c` → `()?|c`. */
function outline(pattern: string): string {
  let depth = 0;
  const kept = Array.from(pattern.replace(NO_SYNTAX, '_'), (char) => {
    if (char === ')') depth--;
    const isOutside = depth === 0;
    if (char === '(') depth++;
    return isOutside ? char : '';
  });
  return kept.join('');
}
