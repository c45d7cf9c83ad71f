/** Compiles the tables of what a bundler has made, and writes them into it. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { WaymarkError } from 'waymark';
import { TABLES_MARK } from 'waymark/internal';
import type { Bundled, Output } from '../cli/compile/bundled.ts';
import type { Compiled } from '../cli/compile/program.ts';
import { tablesText } from '../cli/compile/write.ts';
import { isBelow } from '../cli/load/paths.ts';
import type { RunProgram } from './run.ts';

/** The findings and the types of an output's tables, and its files with them. */
export interface Filled extends Pick<Compiled, 'findings' | 'types'> {
  /** The text of each file that has tables, by its name. No code has moved, so source maps stay right. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The name of the plugin in errors. */
export const WHERE = 'waymark-tools/plugin';

const QUOTED = new RegExp(`(["'\`])${TABLES_MARK}\\1`, 'g');

type Settings = Pick<Bundled, 'cwd' | 'packageFolder' | 'isChecked'>;

/**
 * Runs each program of an output, first to learn its tables, and then with them.
 * @returns `null` if it makes no table
 * @throws {WaymarkError} if a program can't be compiled
 */
export async function fillOutput(
  output: Output,
  settings: Settings,
  run: RunProgram,
): Promise<Filled | null> {
  const filling = output.files.filter(({ code }) => code.includes(TABLES_MARK));
  if (filling.length === 0) return null;
  const compiled = await runAll({ ...output, ...settings, isFilled: false }, run);
  const tables = new Map(compiled.flatMap(({ tables }) => tables.map((one) => [one.hash, one])));
  const results = new Map(compiled.flatMap(({ results }) => [...results]));
  const text = tablesText({ tables: [...tables.values()], results: [...results] });
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const call = `waymarkTables_${hash}()`;
  const fill = (code: string): string => {
    const filled = code.replace(QUOTED, (quoted) => call.padEnd(quoted.length));
    if (filled === code) {
      const problem = 'the code is written as text, as with the option devtool: eval';
      throw new WaymarkError('bad-table', WHERE, problem, 'choose another kind of source map');
    }
    const end = filled.trimEnd().search(/\n\/\/[#@] sourceMappingURL=[^\n]*$/);
    const at = end === -1 ? filled.length : end;
    return `${filled.slice(0, at)}\nfunction ${call}{return ${text}}\n${filled.slice(at)}`;
  };
  const texts = new Map(filling.map(({ name, code }) => [name, fill(code)]));
  const files = output.files.map((file) => ({ ...file, code: texts.get(file.name) ?? file.code }));
  await runAll({ ...output, ...settings, files, isFilled: true }, run);
  return {
    findings: compiled.flatMap(({ findings }) => findings),
    types: compiled.flatMap(({ types }) => types),
    texts,
  };
}

/** Runs the programs of an output in a folder of their own. */
async function runAll(output: Omit<Bundled, 'entry'>, run: RunProgram): Promise<Compiled[]> {
  const { files, entries, isModule, cwd } = output;
  const folder = await temporaryFolder(output.folder, cwd);
  try {
    const manifest = { type: isModule ? 'module' : 'commonjs' };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    for (const { name, code } of files) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, code);
    }
    const compiled: Compiled[] = [];
    for (const entry of entries) {
      compiled.push(
        await run({ ...output, folder, entry }).catch((error: Error) => {
          throw refusal(entry, error.message, cwd);
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
    'make routers before anything that only the deployed program can do, or set compile: false';
  return new WaymarkError('bad-table', WHERE, problem, advice);
}

/** A folder from which paths lead where they will lead from the output, if that is in the project. */
async function temporaryFolder(folder: string, cwd: string): Promise<string> {
  const beside = dirname(folder);
  const parent = isBelow(cwd, beside) && existsSync(beside) ? beside : cwd;
  return await mkdtemp(join(parent, '.waymark-'));
}
