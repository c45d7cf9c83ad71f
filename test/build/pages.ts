/** The pages of errors: where messages send their readers, and as text for the command line. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What comes before the code of an error at the end of its message: an address, if package.json names a
 * homepage, and otherwise the command that prints the page.
 *
 * @example
 * addressOf({ homepage: 'https://waymark.test/' }); // 'https://waymark.test/errors/'
 */
export function addressOf({ homepage }: { readonly homepage?: string }): string {
  return homepage === undefined ? 'npx waymark help ' : `${homepage.replace(/\/+$/, '')}/errors/`;
}

/**
 * A page as a terminal shows it: without links to other pages, which are not installed. Code stays.
 *
 * @example
 * textOf('See [Patterns](../patterns.md).'); // 'See Patterns.'
 */
export function textOf(page: string): string {
  const parts = page.split(/(^```\w*\n.*?^```\n)/ms);
  return parts
    .map((part, index) => (index % 2 === 1 ? indented(part) : withoutLinks(part)))
    .join('');
}

function indented(block: string): string {
  const lines = block.split('\n').slice(1, -2);
  return lines.map((line) => (line === '' ? '\n' : `    ${line}\n`)).join('');
}

function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words: string, to: string) =>
    /^https?:/.test(to) ? `${words} (${to})` : words,
  );
}

/** Writes the pages below a folder of built files. */
function writePages(docs: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(docs).filter((file) => file !== 'index.md')) {
    const text = textOf(readFileSync(join(docs, name), 'utf8'));
    writeFileSync(join(folder, name.replace(/\.md$/, '.txt')), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writePages('docs/errors', 'dist/cli/help');
}
