/** PHP functions that read files, folders and the environment, `glob` included. */
import { list, withoutLastSlashes } from './functions.ts';
import { isRefused, normal, placesOf } from './include.ts';
import type { FolderEntry, Machine, Scope } from './machine.ts';
import { type Place, Text, Unknown, unknownPart, type Value } from './values.ts';

interface Call {
  readonly machine: Machine;
  readonly scope: Scope;
  readonly place: Place;
  readonly name: string;
}

/** Calls a function that asks about the folder or the environment as it is now, with a remark. */
export function callFileFunction(call: Call, args: readonly Value[]): Value | undefined {
  const { machine, scope, place, name } = call;
  const found = FUNCTIONS.get(name);
  const [first] = args;
  if (found === undefined || first === undefined) return undefined;
  if (machine.list === null && (name === 'scandir' || name === 'glob')) return undefined;
  const strange = args.find((arg) => arg instanceof Unknown);
  if (strange !== undefined) return strange;
  if (first instanceof Text) return unknownPart(first);
  if (typeof first !== 'string') return undefined;
  machine.budget.spend('steps', A_LOOK);
  machine.budget.spend('characters', A_PATH * first.length);
  const value = found(call, first, args[1] ?? null);
  if (!(value instanceof Unknown)) {
    const what = name === 'getenv' ? 'the environment' : 'the folder';
    const text = `${name}() was answered from ${what} as it is now`;
    machine.record.note(scope.items, place, text, null);
  }
  return value;
}

type FileFunction = (call: Call, first: string, second: Value) => Value;

const FUNCTIONS: ReadonlyMap<string, FileFunction> = new Map<string, FileFunction>([
  ['file_exists', (call, path) => isKind(call, path, (kind) => kind !== null)],
  ['is_readable', (call, path) => isKind(call, path, (kind) => kind !== null)],
  ['is_file', (call, path) => isKind(call, path, (kind) => kind === 'file')],
  ['is_dir', (call, path) => isKind(call, path, (kind) => kind === 'folder')],
  ['scandir', scan],
  ['glob', glob],
  ['getenv', variable],
]);

/** The cost of accessing a file or a folder, in statements. */
const A_LOOK = 200;
/** The cost of a character in its path, in other characters. */
const A_PATH = 20;

type Kind = 'file' | 'folder' | null;

function isKind(call: Call, path: string, test: (kind: Kind) => boolean): Value {
  const kind = kindOf(call.machine, path);
  return kind instanceof Unknown ? kind : test(kind);
}

function kindOf(machine: Machine, path: string): Kind | Unknown {
  const bare = withoutLastSlashes(path);
  if (machine.list === null) return contentKind(machine, bare);
  const inside = contentOf(machine, bare);
  if (inside !== null) return inside instanceof Unknown ? inside : 'folder';
  const end = bare.lastIndexOf('/') + 1;
  const around = contentOf(machine, bare.slice(0, end));
  if (around instanceof Unknown) return around;
  const found = around?.find(({ name }) => name === bare.slice(end));
  if (found === undefined) return null;
  return found.isFolder === null ? new Unknown(`${path} must not be read`) : 'file';
}

/** The kind of a path, if folders can't be listed. */
function contentKind(machine: Machine, path: string): Kind | Unknown {
  const found = machine.read?.(normal(path));
  const why = 'it is unknown whether the file exists';
  if (found === undefined) return new Unknown(why);
  if (isRefused(found)) return new Unknown(`${why}: ${found.refused}`);
  if (found !== null) return 'file';
  // It may be a folder.
  return /\.\w+$/.test(path) ? null : new Unknown(why);
}

function scan({ machine, place }: Call, path: string, order: Value): Value {
  const content = contentOf(machine, path);
  if (content instanceof Unknown) return content;
  if (content === null) return false;
  if (order !== null && order !== 0 && order !== 1) return new Unknown('the order of scandir()');
  const names = ['.', '..', ...content.map(({ name }) => name)].sort();
  return list(order === 1 ? names.reverse() : names, { place, budget: machine.budget });
}

/** Flags of `glob`, with PHP's values on Linux. */
const [MARK, ONLY_FOLDERS] = [2, 8192];

function glob({ machine, place }: Call, pattern: string, given: Value): Value {
  const flags = given ?? 0;
  if (flags !== 0 && flags !== MARK && flags !== ONLY_FOLDERS) {
    return new Unknown('these flags of glob() are not supported');
  }
  if (pattern.includes('\\')) return new Unknown('a backslash in glob() is not supported');
  const segments = pattern.split('/');
  const last = segments.pop() as string; // the cast: a split text has a part
  let folders = [''];
  for (const segment of segments) {
    if (/[*?[]/.test(segment)) {
      const found = entriesIn(machine, folders, segment);
      if (found instanceof Unknown) return found;
      folders = found.filter(({ isFolder }) => isFolder).map(({ path }) => `${path}/`);
    } else folders = folders.map((folder) => `${folder}${segment}/`);
  }
  const found = entriesIn(machine, folders, last);
  if (found instanceof Unknown) return found;
  const paths = found
    .filter(({ isFolder }) => isFolder || flags !== ONLY_FOLDERS)
    .map(({ path, isFolder }) => `${path}${isFolder && flags === MARK ? '/' : ''}`);
  return list(paths.sort(), { place, budget: machine.budget });
}

/** The entries of some folders, each with a slash at its end, that match a segment of a pattern. */
function entriesIn(machine: Machine, folders: readonly string[], segment: string) {
  const all: { readonly path: string; readonly isFolder: boolean }[] = [];
  for (const folder of folders) {
    const content = contentOf(machine, folder);
    if (content instanceof Unknown) return content;
    // An empty segment matches the folder itself.
    const entries = segment === '' && content !== null ? [{ name: '', isFolder: true }] : content;
    for (const { name, isFolder } of entries ?? []) {
      machine.budget.spend('characters', name.length * (segment.length + 1));
      if (!matchesGlob(segment, name)) continue;
      const path = folder + name;
      if (isFolder === null) return new Unknown(`${path} must not be read`);
      all.push({ path, isFolder });
    }
  }
  return all;
}

/** The entries of a folder; `null` if it doesn't exist. */
function contentOf(machine: Machine, path: string): readonly FolderEntry[] | null | Unknown {
  for (const place of placesOf(machine, path)) {
    machine.budget.spend('steps', A_LOOK);
    const found = machine.list?.(normal(place)) ?? null;
    if (found === null) continue;
    if (isRefused(found)) {
      return new Unknown(`${normal(place) || '.'} was not read: ${found.refused}`);
    }
    machine.budget.spend('entries', found.length);
    return found;
  }
  return null;
}

function variable({ machine }: Call, name: string): Value {
  const found = machine.env?.(name);
  const why = `getenv('${name}') is known only when the file runs`;
  if (found === undefined) return new Unknown(why);
  if (isRefused(found)) return new Unknown(`getenv('${name}') was not read: ${found.refused}`);
  machine.budget.spend('characters', found?.length ?? 0);
  return found ?? false;
}

/**
 * Whether a name matches a segment of a pattern. `*` matches any text, `?` any character; `[a-z]`
 * and `[!a]` are sets. A dot at the start of a name is matched only by a dot.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const tokens = tokensOf(pattern);
  const chars = Array.from(name);
  // The token after the last *, and the number of characters that this * has consumed so far.
  let [star, taken] = [-1, 0];
  let [token, at] = [0, 0];
  while (at < chars.length) {
    if (tokens[token] === '*') {
      star = ++token;
      taken = at;
    } else if (token < tokens.length && takes(tokens[token], chars[at])) {
      token++;
      at++;
    } else if (star !== -1) {
      token = star;
      at = ++taken;
    } else return false;
  }
  while (tokens[token] === '*') token++;
  return token === tokens.length;
}

function tokensOf(pattern: string): string[] {
  const found = pattern.matchAll(/\[[!^]?\][^\]]*\]|\[[!^]?[^\]]+\]|./gsu);
  return Array.from(found, ([token]) => token);
}

function takes(token: string, char: string): boolean {
  if (token === '?') return true;
  if (token.length === 1 || !token.startsWith('[')) return token === char;
  const [, negated, set] = /^\[([!^]?)(.*)\]$/su.exec(token) as unknown as string[]; // the cast: tokensOf found it
  return isIn(Array.from(set), char) === (negated === '');
}

function isIn(set: readonly string[], char: string): boolean {
  for (let at = 0; at < set.length; at++) {
    const last = set[at + 1] === '-' ? set[at + 2] : undefined;
    if (last === undefined ? set[at] === char : set[at] <= char && char <= last) return true;
    if (last !== undefined) at += 2;
  }
  return false;
}
