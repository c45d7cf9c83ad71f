/** The pages that people read, and their contents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A page, with its path from the project root. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** README.md and the hand-written pages of the site. */
export const pages: readonly Page[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/^(?:api|example|\.vitepress)\//.test(path))
    .map((path) => `docs/${path}`)
    .sort(),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** @throws {Error} if the page is missing */
export function pageOf(path: string): Page {
  const page = pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  return page;
}

/** A block of TypeScript in a page. */
export interface Block {
  readonly page: string;
  /** The heading above the block, and the block's number in the page. */
  readonly title: string;
  /** The name in a leading `// app.ts`: the block is that file of the page's application. */
  readonly file: string | undefined;
  readonly code: string;
}

/** The blocks of a page, in order. Code for other tools has another language than `ts`. */
export function blocksOf({ path, text }: Page): Block[] {
  let heading = path;
  const blocks: Block[] = [];
  for (const [, title, code] of text.matchAll(/^#{1,4} (.+?)$|^```ts\n(.*?)^```$/gms)) {
    if (title !== undefined) heading = title;
    else {
      const file = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1];
      blocks.push({ page: path, title: `${heading} ${blocks.length + 1}`, file, code });
    }
  }
  return blocks;
}

/** The application of the quick start, which the page about serving serves in more ways. */
export const servedBlocks: readonly Block[] = blocksOf(pageOf('docs/quick-start.md'))
  .filter(({ file = '' }) => /^(?:app|routes|application\/.*)\.ts$/.test(file))
  .map((block) => ({ ...block, page: 'docs/serving.md' }));

/** The excerpts of files in a page, whose fences name the file below docs. */
export function excerptsOf({ text }: Page) {
  const blocks = text.matchAll(/^```ts \[(.+?)\]\n(.*?)^```$/gms);
  return Array.from(blocks, ([, file = '', code = '']) => ({ file, code }));
}

/** The files in a text, by name: code blocks of any language whose first line is `// app.ts`. */
export function filesOf(text: string): Record<string, string> {
  const blocks = text.matchAll(/^```\w+\n(\/\/ (\S+)\n.*?)^```$/gms);
  return Object.fromEntries(Array.from(blocks, ([, code, name]) => [name, code]));
}

/** The rows of a page's tables that have this header. */
export function rowsOf({ text }: Page, header: readonly string[]): string[][] {
  const rows: string[][] = [];
  let within = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) within = false;
    else {
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (header.every((cell, index) => cells[index] === cell)) within = true;
      else if (within && !/^:?-+:?$/.test(cells[0])) rows.push(cells);
    }
  }
  return rows;
}

/** The measured size of an import, minified and gzipped: `15.3 kB`. */
export function sizeOf(name: string): string {
  const header = ['what an application imports, minified and gzipped'];
  const row = rowsOf(pageOf('docs/measured/size.md'), header).find(
    ([imported]) => imported === name,
  );
  return row?.[1] ?? `no size of ${name}`;
}

/** The texts between backticks in a cell, without a table's backslashes. */
export function codesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/(`+) ?(.*?) ?\1/g), ([, , code]) => code.replaceAll('\\|', '|'));
}
