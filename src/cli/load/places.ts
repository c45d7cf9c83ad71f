/** Finds the rows of literal tables, and the comments at definitions that accept findings. */
import { readFile } from 'node:fs/promises';
import type { SuppliedTable } from '../../index.ts';
import type { Acceptance, FindingKind } from '../../inspect.ts';
import type { Row } from '../../table/row.ts';
import { isDefaultControllerWritten, namesIn, readTable, writeTable } from '../../table/table.ts';
import { readTokens, type Token } from './text.ts';

/**
 * A copy of a table in which rows of literal tables have their place too: that of their key.
 *
 * @param table a table; rows that `Route` defined have their place already
 * @param files what it was read from
 *
 * @example
 * list(await placeRows(table, ['/app/routes.json']))[0]?.source; // { file: '/app/routes.json', line: 2, column: 3 }
 */
export async function placeRows(
  table: SuppliedTable,
  files: readonly string[],
): Promise<SuppliedTable> {
  const rows = readTable(table, 'waymark');
  const places = new Map<string, Row['source']>();
  for (const file of files) {
    for (const { text, line, column } of readTokens(await textOf(file)).keys) {
      if (!places.has(text)) places.set(text, { file, line, column });
    }
  }
  const placed = rows.map((row): Row => {
    const source = row.source ?? places.get(row.key);
    return source === undefined ? row : { ...row, source };
  });
  return writeTable(placed, {
    names: namesIn(table, 'waymark'),
    isHomeWritten: isDefaultControllerWritten(table),
  });
}

/** What the comments start with. */
const WORD = 'waymark-accept';

/**
 * Reads the comments that accept findings. A comment is for the definition in its line, or, alone in its
 * line, for the next one.
 *
 * @param table a table whose rows have their places
 * @param files what it was read from; files of its definitions are read as well
 *
 * @example
 * // waymark-accept dot: any character is meant
 * Route.get('sitemap.xml', 'site/map'); // { kind: 'dot', rows: ['GET sitemap.xml'], reason: 'any character is meant', … }
 */
export async function readAcceptances(
  table: SuppliedTable,
  files: readonly string[],
): Promise<Acceptance[]> {
  const rows = readTable(table, 'waymark');
  const all = new Set([...files, ...rows.flatMap(({ source }) => source?.file ?? [])]);
  const found: Acceptance[] = [];
  for (const file of all) {
    const text = await textOf(file);
    if (!text.includes(WORD)) continue;
    const lines = text.split('\n');
    const own = rows.filter(({ source }) => source?.file === file);
    for (const comment of readTokens(text).comments) {
      const accepted = readComment(comment.text);
      if (accepted === null) continue;
      const target = targetOf(comment, lines);
      const keys = own.filter(({ source }) => startOf(source, lines) === target);
      const { line, column } = comment;
      found.push({
        ...accepted,
        rows: keys.map(({ key }) => key),
        source: { file, line, column },
      });
    }
  }
  return found;
}

/** Reads `// waymark-accept dot: the reason`; `null` if it is another comment. */
function readComment(comment: string): Pick<Acceptance, 'kind' | 'reason'> | null {
  const text = comment.replace(/^\/[/*]\*?|\*\/$/g, '').trim();
  if (!text.startsWith(WORD)) return null;
  const [kind, ...reason] = text.slice(WORD.length).split(':');
  // The cast: check says so if it is no kind.
  return { kind: kind.trim() as FindingKind, reason: reason.join(':').trim() };
}

/** The line that a comment is for. */
function targetOf({ text, line, column }: Token, lines: readonly string[]): number {
  if (lines[line - 1].slice(0, column - 1).trim() !== '') return line;
  let next = line + text.split('\n').length;
  while (next <= lines.length && /^\s*(?:$|\/\/|\/?\*)/.test(lines[next - 1])) next++;
  return next;
}

/** The line that a call starts in, if its dot stands in the next one. */
function startOf(source: Row['source'], lines: readonly string[]): number {
  let line = source?.line ?? 0;
  while (line > 1 && lines[line - 1]?.trimStart().startsWith('.')) line--;
  return line;
}

/** The text of a file; empty if it can't be read, as standard input. */
async function textOf(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}
