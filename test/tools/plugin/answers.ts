/** What a program answers, bundled with and without the plugin. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { registry } from '../../../src/define/registry.ts';
import { Route } from '../../../src/index.ts';
import { compileBundled } from '../../../src/tools/cli/compile/bundled.ts';
import { compileModule } from '../../../src/tools/cli/compile/module.ts';
import { createPlugins } from '../../../src/tools/plugin/plugins.ts';
import type { RunProgram } from '../../../src/tools/plugin/run.ts';
import { importNatively } from '../../support/native-import.ts';

let last: Promise<unknown> = Promise.resolve();

/** Runs programs in this thread, which coverage can see, one after another: they share its globals. */
export const run: RunProgram = (program) => {
  const running = last.then(() =>
    'entry' in program ? compileBundled(program, importNatively) : compileModule(program),
  );
  last = running.catch(() => undefined);
  return running;
};

export const plugin = createPlugins(run);

/** The messages in an error of esbuild. */
export function messagesOf(error: unknown): string {
  const { errors = [] } = Object(error);
  return errors.map(({ text }: { text: string }) => text).join('\n');
}

type Fetch = (request: Request) => Promise<Response | null>;

/** The status and text of each answer of a bundle's `fetch`. */
export async function ask(
  { exports }: { readonly exports: Readonly<Record<string, unknown>> },
  ...lines: readonly string[]
): Promise<string[]> {
  const fetch = exports.fetch as Fetch; // the tests' applications export it
  const answers: string[] = [];
  for (const line of lines) {
    const [path, method = 'GET'] = line.split(' ').reverse();
    const response = await fetch(new Request(`http://localhost${path}`, { method }));
    const location = response?.headers.get('location') ?? null;
    const rest = location === null ? await response?.text() : `to ${location}`;
    answers.push(response === null ? 'null' : `${response.status} ${rest}`);
  }
  return answers;
}

/** The answers to requests; the reason if the build, or the bundle as it starts, is refused. */
export interface Answers {
  readonly plain: readonly string[] | string;
  readonly bundled: readonly string[] | string;
}

/** Bundles the application of a folder, without the plugin and with it, and asks both. */
export async function compare(folder: string, asked: readonly string[]): Promise<Answers> {
  return {
    plain: await answersOf(folder, true, asked),
    bundled: await answersOf(folder, false, asked),
  };
}

async function answersOf(
  folder: string,
  isPlain: boolean,
  asked: readonly string[],
): Promise<string[] | string> {
  const outfile = join(folder, isPlain ? 'plain.mjs' : 'bundle.mjs');
  const plugins = isPlain ? [] : [plugin.esbuild({ check: false })];
  try {
    await build({
      ...{ absWorkingDir: folder, entryPoints: ['app.ts'], bundle: true, format: 'esm', outfile },
      ...{ platform: 'node', target: 'node20', logLevel: 'silent', plugins },
    });
    Route.reset();
    return await ask({ exports: await importNatively(pathToFileURL(outfile).href) }, ...asked);
  } catch (error) {
    return `refused: ${messagesOf(error) || error}`;
  } finally {
    registry().sourceTaggers.clear();
  }
}
