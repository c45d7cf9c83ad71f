/**
 * Joins a prefix and a pattern with a slash. Top-level alternatives are grouped first: `admin` and
 * `users|groups` give `admin/(?:users|groups)`.
 */
export function joinPatterns(prefix: string, name: string): string {
  const rest = name.startsWith('/') ? name.slice(1) : name;
  if (prefix === '' || rest === '') return prefix + rest;
  return `${grouped(prefix)}/${grouped(rest)}`;
}

function grouped(pattern: string): string {
  return hasAlternatives(pattern) ? `(?:${pattern})` : pattern;
}

/** Matches escaped characters and classes. */
const NO_SYNTAX = /\\.|\[(?:\\.|[^\]\\])*\]?/gs;

/** Whether there is a `|` outside every group and class. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  return Array.from(pattern.replace(NO_SYNTAX, '')).some((char) => {
    if (char === '(') depth++;
    if (char === ')') depth--;
    return char === '|' && depth === 0;
  });
}
