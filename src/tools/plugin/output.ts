/** Compiles the tables of what a bundler has made, and writes them into it. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WaymarkError } from 'waymark';
import { PLACEHOLDER } from 'waymark/internal';
import type { Bundled, BundledFile } from '../cli/compile/bundled.ts';
import type { Compiled } from '../cli/compile/program.ts';
import { tablesText } from '../cli/compile/write.ts';
import type { RunProgram } from './run.ts';

/** What a bundler has made, before it is written. */
export interface Output {
  /** The folder that it will be written to. */
  readonly folder: string;
  readonly files: readonly OutputFile[];
  /** The names of the files that start programs. */
  readonly entries: readonly string[];
  readonly isModule: boolean;
}

export interface OutputFile {
  /** The path in the folder. */
  readonly name: string;
  readonly code: string;
  /** The text of the source map; `null` if there is none. */
  readonly map: string | null;
  /** The folder that the map's sources are relative to. */
  readonly mapFolder: string;
}

/** The program's tables, and a function that writes them into a file; it returns `null` if that has none. */
export interface Filled extends Pick<Compiled, 'findings' | 'types'> {
  fill(code: string): FilledCode | null;
}

/** A change of code that moves nothing, so that source maps stay right. */
export interface FilledCode {
  readonly code: string;
  /** Each text that is replaced by another of the same length, and that text. */
  readonly replaced: readonly { readonly start: number; readonly text: string }[];
  /** The text at the end. */
  readonly added: string;
}

/** The name of the plugin in errors. */
export const WHERE = 'waymark-tools/plugin';

const QUOTED = new RegExp(`(["'\`])${PLACEHOLDER}\\1`, 'g');

export function hasPlaceholder(code: string): boolean {
  return code.includes(PLACEHOLDER);
}

/**
 * Runs each program of an output, first to learn its tables, and then with them.
 * @throws {WaymarkError} if a program can't be compiled
 */
export async function fillOutput(
  output: Output,
  settings: Pick<Bundled, 'cwd' | 'packageFolder' | 'isChecked'>,
  run: RunProgram,
): Promise<Filled> {
  const compiled = await runAll(output, settings, run, false);
  const tables = new Map(compiled.flatMap(({ tables }) => tables.map((one) => [one.hash, one])));
  const results = new Map(compiled.flatMap(({ results }) => [...results]));
  const text = tablesText({ tables: [...tables.values()], results: [...results] });
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const call = `waymarkTables_${hash}()`;
  const added = `\nfunction ${call}{return ${text}}\n`;
  const fill = (code: string): FilledCode | null => {
    const found = [...code.matchAll(QUOTED)];
    if (found.length === 0 && !hasPlaceholder(code)) return null;
    if (found.length === 0) {
      const problem = 'the code is written as text, as with the option devtool: eval';
      throw new WaymarkError('bad-table', WHERE, problem, 'choose another kind of source map');
    }
    const replaced = found.map(({ index, 0: quoted }) => {
      return { start: index, text: call.padEnd(quoted.length) };
    });
    const filled = code.replace(QUOTED, (quoted) => call.padEnd(quoted.length));
    const end = filled.trimEnd().search(/\n\/\/[#@] sourceMappingURL=[^\n]*$/);
    const at = end === -1 ? filled.length : end;
    return { code: filled.slice(0, at) + added + filled.slice(at), replaced, added };
  };
  const files = output.files.map((file) => ({ ...file, code: fill(file.code)?.code ?? file.code }));
  await runAll({ ...output, files }, settings, run, true);
  return {
    findings: compiled.flatMap(({ findings }) => findings),
    types: compiled.flatMap(({ types }) => types),
    fill,
  };
}

async function runAll(
  output: Output,
  settings: Pick<Bundled, 'cwd' | 'packageFolder' | 'isChecked'>,
  run: RunProgram,
  isFilled: boolean,
): Promise<Compiled[]> {
  const folder = await temporaryFolder(output.folder, settings.cwd);
  try {
    const manifest = { type: output.isModule ? 'module' : 'commonjs' };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const files: BundledFile[] = [];
    for (const { name, code, map, mapFolder } of output.files) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, code);
      files.push({ url: pathToFileURL(path).href, map, sources: sourcesOf(map, mapFolder) });
    }
    const compiled: Compiled[] = [];
    for (const name of output.entries) {
      const entry = pathToFileURL(join(folder, name)).href;
      compiled.push(
        await run({ ...settings, entry, files, isFilled }).catch((error: Error) => {
          throw refusal(name, error.message, settings.cwd);
        }),
      );
    }
    return compiled;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refusal(name: string, message: string, cwd: string): WaymarkError {
  const problem = `the build runs ${name}: ${message.replaceAll(cwd + sep, '').replace(/\.$/, '')}`;
  const advice =
    'the build runs the program until it has made its routers, so make them before anything that only the deployed program can do, or set compile: false';
  return new WaymarkError('bad-table', WHERE, problem, advice);
}

/** A folder from which paths lead where they will lead from the output, if that is in the project. */
async function temporaryFolder(folder: string, cwd: string): Promise<string> {
  const beside = dirname(folder);
  const isInside = beside === cwd || !relative(cwd, beside).startsWith('..');
  const parent = isInside && existsSync(beside) ? beside : cwd;
  return await mkdtemp(join(parent, '.waymark-'));
}

function sourcesOf(map: string | null, folder: string): BundledFile['sources'] {
  if (map === null) return [];
  const { sources, sourceRoot = '' } = JSON.parse(map);
  return sources.map((source: string | null) => {
    if (source === null) return null;
    return resolve(folder, `${sourceRoot}${source}`.replace(/^(?:webpack|rspack):\/\/[^/]*\//, ''));
  });
}
