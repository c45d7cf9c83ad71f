/**
 * Finds the description of a page: its first paragraph, as plain text.
 *
 * @param text the page as Markdown
 * @returns at most 200 characters, `null` if the page has no paragraph
 *
 * @example
 * describe('# Blocks\n\nA `block` closes a [path](table.md).'); // 'A block closes a path.'
 */
export function describe(text: string): string | null {
  const prose = text.replace(/^---\n.*?\n---\n/s, '').replace(/^```.*?^```$/gms, '');
  const first = prose.split(/\n{2,}/).find((block) => /^\s*[\w`[].*[.:]\s*$/s.test(block));
  if (first === undefined) return null;
  const plain = first
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= 200 ? plain : `${plain.slice(0, plain.lastIndexOf(' ', 199))}…`;
}
