/** The pages that people read, and what is written in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A page, by its path from the root of the project. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** README.md and the pages of the site that are written by hand. */
export const pages: readonly Page[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/^(?:api|example|\.vitepress)\//.test(path))
    .map((path) => `docs/${path}`)
    .sort(),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** @throws {Error} if there is no such page */
export function pageOf(path: string): Page {
  const page = pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  return page;
}

/** A block of TypeScript in a page. */
export interface Block {
  readonly page: string;
  /** The heading that it stands under, and its number in the page. */
  readonly title: string;
  /** `// app.ts` at its start: the file of the page's application that it is. */
  readonly file: string | undefined;
  readonly code: string;
}

/**
 * The blocks of a page, in order. What is not written for waymark is marked with another language than
 * `ts`.
 */
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

/** The rows of every table of a page whose header has these cells. */
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

/** What stands between backticks in a cell, without the backslashes that a table needs. */
export function codesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/(`+) ?(.*?) ?\1/g), ([, , code]) => code.replaceAll('\\|', '|'));
}
