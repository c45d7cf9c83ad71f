/** Writes the error pages: addresses for messages, and text for the command line. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The prefix of the code at the end of an error's message: the homepage of package.json, or else
 * the command that prints the page.
 *
 * @example
 * addressOf({ homepage: 'https://waymark.test/' }); // 'https://waymark.test/errors/'
 */
export function addressOf({ homepage }: { readonly homepage?: string }): string {
  return homepage === undefined ? 'npx waymark help ' : `${homepage.replace(/\/+$/, '')}/errors/`;
}

/**
 * A page as plain text for a terminal, without links to other pages, which aren't installed. Code
 * is unchanged.
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
  writePages('docs/errors', 'dist/tools/cli/help');
}
