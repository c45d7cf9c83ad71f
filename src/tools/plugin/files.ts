/** Writes modules that list an application's files, in place of `findFiles` of `waymark/node`. */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { WaymarkError } from 'waymark';
import { type Files, indexFiles } from 'waymark/hmvc';
import { SOURCE } from 'waymark/internal';
import { findFiles } from 'waymark/node';

interface Listing {
  readonly cwd: string;
  readonly roots: readonly string[] | undefined;
  /** Whether files are imported when they are needed, and not at the start. */
  readonly isLazy: boolean;
}

const URL_OF_MODULE = /new\s+URL\(\s*(?<url>"[^"]*"|'[^']*')\s*,\s*import\.meta\.url\s*\)/;

/** The ways to write a folder: its groups are the text of a URL, a folder of the module, a path. */
const FOLDER = new RegExp(
  `${URL_OF_MODULE.source}|(?<own>import\\.meta\\.dirname|__dirname)|(?<text>"[^"]*"|'[^']*')`,
);

/** The names that a module gives to `findFiles`. */
const IMPORTED = /\bfindFiles(?:\s+as\s+([\w$]+))?/g;

/** Expressions for calls, one for each name, from the name to the parenthesis. */
function startsOfCalls(code: string): string[] {
  const names = new Set(Array.from(code.matchAll(IMPORTED), ([, name = 'findFiles']) => name));
  return [...names].map((name) => `(?<![\\w$])${name.replaceAll('$', '\\$&')}\\s*\\(`);
}

/** The arguments of the calls of a function. */
function callsOf(code: string): string[] {
  return startsOfCalls(code).flatMap((start) => {
    const call = new RegExp(`${start}((?:[^()]|\\([^()]*\\))*)\\)`, 'g');
    return Array.from(code.matchAll(call), ([, args]) => args);
  });
}

/** The texts of the URLs in calls of `findFiles`. */
export function foldersIn(code: string): string[] {
  const urls = callsOf(code).map((args) => URL_OF_MODULE.exec(args)?.groups?.url ?? '');
  return urls.map((quoted) => quoted.slice(1, -1));
}

/**
 * Writes spaces over the URLs of folders in calls of `findFiles`. The module that stands in for it
 * needs none, and on Workers a module has no URL. Nothing moves, so source maps stay right.
 */
export function withoutFolders(code: string): string {
  if (!code.includes('waymark/node')) return code;
  return startsOfCalls(code).reduce((text, start) => {
    const folder = new RegExp(`(${start}\\s*)(${URL_OF_MODULE.source})`, 'g');
    return text.replace(folder, (_, before: string, url: string) => {
      return `${before}''${url.slice(2).replace(/\S/g, ' ')}`;
    });
  }, code);
}

/**
 * Writes the module that another one imports in place of `waymark/node`.
 * @param importer the path of the other module
 * @throws {WaymarkError} if the folder isn't written in the call, or two calls have different ones
 */
export async function filesModule(importer: string, listing: Listing): Promise<string> {
  const code = await readFile(importer, 'utf8');
  const where = relative(listing.cwd, importer);
  const calls = callsOf(code);
  const folders = new Set(calls.map((args) => folderOf(args, code, importer, listing.cwd)));
  const [folder] = folders;
  if (folder === undefined || folders.has(undefined) || folders.size > 1) {
    const problem = 'the folder of findFiles is not written in its call, or there are several';
    const advice = "write findFiles(new URL('.', import.meta.url)) once in a module";
    throw new WaymarkError('bad-files', where, problem, advice);
  }
  const extensions = [...new Set(calls.flatMap(extensionsOf))];
  const found = await findFiles(folder, { extensions });
  return moduleText(await entriesOf(folder, found, listing), extensions, listing.isLazy);
}

function folderOf(args: string, code: string, importer: string, cwd: string): string | undefined {
  const first = args.replace(/^(\s*(?:new\s+URL\([^)]*\)|[^,]*)).*$/s, '$1');
  const name = /^\s*([A-Za-z_$][\w$]*)\s*$/.exec(first)?.[1] ?? '';
  const declared = new RegExp(
    `\\b(?:const|let|var)\\s+${name.replaceAll('$', '\\$&')}\\s*=\\s*(${FOLDER.source})`,
  );
  const written = name === '' || name === '__dirname' ? first : (declared.exec(code)?.[1] ?? '');
  const { url, own, text } = FOLDER.exec(written)?.groups ?? {};
  if (own !== undefined) return dirname(importer);
  if (text !== undefined) return resolve(cwd, text.slice(1, -1));
  return url === undefined ? undefined : resolve(dirname(importer), url.slice(1, -1));
}

function extensionsOf(args: string): string[] {
  const [, list = ''] = /\bextensions:\s*\[([^\][]*)\]/.exec(args) ?? [];
  return Array.from(list.matchAll(/(["'])(.*?)\1/g), ([, , extension]) => extension);
}

type Entry = readonly [name: string, value: { readonly file: string } | { readonly data: unknown }];

async function entriesOf(folder: string, found: Files, { roots }: Listing): Promise<Entry[]> {
  const entries = Array.from(
    indexFiles(found, roots).values(),
    ({ path }): Entry => [path, { file: join(folder, path) }],
  );
  for (const [path, read] of Object.entries(found)) {
    if (!SOURCE.test(path)) entries.push([path, { data: Object(await read()).default }]);
  }
  return entries;
}

function moduleText(
  entries: readonly Entry[],
  extensions: readonly string[],
  isLazy: boolean,
): string {
  const imports: string[] = [];
  const members = entries.map(([name, value]) => {
    const key = `[${JSON.stringify(name)}]`;
    if ('data' in value) return `${key}: async () => ({ default: ${valueText(value.data)} })`;
    const from = JSON.stringify(value.file.replaceAll('\\', '/'));
    if (isLazy) return `${key}: () => import(${from})`;
    imports.push(`import * as file_${imports.length} from ${from};`);
    return `${key}: async () => file_${imports.length - 1}`;
  });
  return `${imports.join('\n')}
export async function findFiles(_folder, options) {
  const known = ${JSON.stringify(extensions)};
  for (const extension of options?.extensions ?? []) {
    if (!known.includes(extension)) throw new Error('findFiles: the bundle has no files with ' + extension + ': write the list of extensions in the call');
  }
  return { ${members.join(',\n')} };
}
`;
}

/** Writes a value from JSON in code, where an object can't have `__proto__` as an ordinary key. */
function valueText(value: unknown): string {
  const json = JSON.stringify(value);
  return typeof value === 'string' ? json : `JSON.parse(${JSON.stringify(json)})`;
}
