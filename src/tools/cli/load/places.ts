/** Finds the files of a table, the rows of its literals, and the comments that accept findings. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { SuppliedTable } from 'waymark';
import { type Row, readTable, writeTable } from 'waymark/internal';
import type { Acceptance, FindingKind } from '../../inspect.ts';
import { isFile } from './paths.ts';
import { patternsIn } from './patterns.ts';
import { SOURCES } from './route-file.ts';

/** Adds to a table the locations of its rows in literals, which are those of their keys. */
export async function placeRows(table: SuppliedTable, files: readonly string[]) {
  const read = readTable(table, 'waymark');
  const places = new Map<string, Row['source']>();
  for (const file of files) {
    for (const { text, line, column } of readTokens(await textOf(file)).keys) {
      if (!places.has(text)) places.set(text, { file, line, column });
    }
  }
  const rows = read.rows.map((row): Row => {
    const source = row.source ?? places.get(row.key);
    return source === undefined ? row : { ...row, source };
  });
  return writeTable({ ...read, rows });
}

const WORD = 'waymark-accept';

/**
 * Reads the comments that accept findings. A comment applies to the definition on its line, which is
 * that of its call or of its pattern. If it is alone on its line, it applies to the next definition.
 */
export async function readAcceptances(table: SuppliedTable, files: readonly string[]) {
  const { rows } = readTable(table, 'waymark');
  const all = new Set([...files, ...rows.flatMap(({ source }) => source?.file ?? [])]);
  const found: Acceptance[] = [];
  for (const file of all) {
    const text = await textOf(file);
    if (!text.includes(WORD)) continue;
    const lines = text.split('\n');
    const patternAt = patternsIn(text);
    const own = rows.flatMap(({ key, source }) =>
      source?.file === file
        ? [{ key, lines: [startOf(source.line, lines), patternAt(source, key).line] }]
        : [],
    );
    for (const comment of readTokens(text).comments) {
      const accepted = readComment(comment.text);
      if (accepted === null) continue;
      const target = targetOf(comment, lines);
      const keys = own.filter((row) => row.lines.includes(target));
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

/** Reads `// waymark-accept dot: the reason`; `null` for any other comment. */
function readComment(comment: string): Pick<Acceptance, 'kind' | 'reason'> | null {
  const text = comment.replace(/^\/[/*]\*?|\*\/$/g, '').trim();
  if (!text.startsWith(WORD)) return null;
  const [kind, ...reason] = text.slice(WORD.length).split(':');
  // The cast: `check` reports unknown kinds.
  return { kind: kind.trim() as FindingKind, reason: reason.join(':').trim() };
}

function targetOf({ text, line, column }: Token, lines: readonly string[]): number {
  if (lines[line - 1].slice(0, column - 1).trim() !== '') return line;
  let next = line + text.split('\n').length;
  while (next <= lines.length && /^\s*(?:$|\/\/|\/?\*)/.test(lines[next - 1])) next++;
  return next;
}

/** The line on which a call starts, if its dot is on a later line. */
function startOf(line: number, lines: readonly string[]): number {
  let start = line;
  while (/^\s*\./.test(lines[start - 1])) start--;
  return start;
}

/** The text of a file; empty if it can't be read, as for standard input. */
async function textOf(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}

export interface Token {
  readonly text: string;
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
}

/** Matches a comment, a string, or a name before a colon, so that none is found inside another. */
const TOKEN =
  /(?<comment>\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|(?<quoted>"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\\\r\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)(?<colon>\s*:)?|(?<![\w$.])(?<name>[A-Za-z_$][\w$]*)(?=\s*:)/gs;

/** Finds the comments of a text, and its strings and names before a colon. */
export function readTokens(text: string) {
  const keys: Token[] = [];
  const comments: Token[] = [];
  const breaks = text.matchAll(/\n/g);
  let next = breaks.next();
  let [line, start] = [1, 0];
  for (const { index, groups = {} } of text.matchAll(TOKEN)) {
    for (; next.done !== true && next.value.index < index; next = breaks.next()) {
      line++;
      start = next.value.index + 1;
    }
    const place = { line, column: index - start + 1 };
    const { comment, quoted, colon, name } = groups;
    if (comment !== undefined) comments.push({ text: comment, ...place });
    else if (name !== undefined) keys.push({ text: name, ...place });
    else if (colon !== undefined) keys.push({ text: unquote(quoted), ...place });
  }
  return { keys, comments };
}

/** The value of a string, if its only escapes are those of JSON and of quotes. */
function unquote(quoted: string): string {
  const inside = quoted.slice(1, -1);
  try {
    return JSON.parse(`"${inside.replace(/\\(['`])/g, '$1').replace(/(?<!\\)"/g, '\\"')}"`);
  } catch {
    return inside;
  }
}

const IMPORTED = /(?:from|import|require)(?:[\s(]|\/\*[^*]*\*\/)*['"`]([^'"`]+)['"`]/g;

/** The endings of modules. An import may leave them out, or name the compiled file. */
const ENDINGS = ['', '/index'].flatMap((place) =>
  [...SOURCES, '.tsx', '.jsx'].map((ending) => place + ending),
);

/** The file that an import names, from its path as the import spells it; that path if there is none. */
async function fileOf(path: string): Promise<string> {
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  const files = [path, ...ENDINGS.map((ending) => bare + ending)];
  for (const file of files) if (await isFile(file)) return file;
  return path;
}

/** Adds the files that the given ones import by relative paths, directly or indirectly. */
export async function withImports(files: Iterable<string>, text?: string): Promise<string[]> {
  const found = new Set(files);
  const [first] = found;
  for (const path of found) {
    const given = path === first ? text : undefined;
    const code = given ?? (await textOf(path));
    for (const [, from] of code.matchAll(IMPORTED)) {
      if (from.startsWith('.')) found.add(await fileOf(resolve(dirname(path), from)));
    }
  }
  return [...found];
}
