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

/** Whether there is a `|` outside every group and class. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index];
    if (char === '\\') index++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '|' && depth === 0) return true;
  }
  return false;
}
