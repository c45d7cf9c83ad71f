/** Bundles the sandbox's scripts as text: the sandbox can't fetch, so the page passes them in. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { completions } from './completions.ts';

/** The programs in `worker`, each a virtual import of the page. */
const PROGRAMS = ['worker', 'full', 'requests', 'php', 'lookup', 'proofs', 'types'];

/** What the home page asks for first: the path of the row that no request reaches. */
const FIRST = '/posts/new';

const PREFIX = 'virtual:playground/';

/** A Vite plugin, for any version of Vite. */
interface Plugin {
  readonly name: string;
  config(): object;
  resolveId(id: string): string | null;
  load(id: string): Promise<string | null>;
}

/**
 * Creates the Vite plugin that builds the playground. The page imports the frame as HTML text, and
 * each program as script text. Its views are JSX for Vue.
 */
export function playground(): Plugin {
  return {
    name: 'playground',
    config: () => ({ esbuild: { jsx: 'automatic', jsxImportSource: 'vue' } }),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      return `export default ${JSON.stringify(await contentOf(id.slice(PREFIX.length + 1)))};`;
    },
  };
}

async function contentOf(name: string): Promise<unknown> {
  if (name === 'completions') return completions();
  if (name === 'ahead') return answersAhead();
  if (name === 'frame') return documentOf(await bundle('frame/frame.ts'));
  if (!PROGRAMS.includes(name)) throw new Error(`the playground has no ${name}`);
  return bundle(`worker/${name}.ts`);
}

/** Returns the answers about the route file of the home page. */
async function answersAhead(): Promise<unknown> {
  const source = readFileSync(pathOf('../../pictures/routes.ts'), 'utf8');
  // Bundled like the sandbox's programs, since the package may not be built yet.
  const load = new Function(`${await bundle('worker/ahead.ts')}\nreturn sandbox;`);
  return load().answerAhead(source, FIRST);
}

/**
 * Returns the frame's document. Its policy allows one script, and workers and modules from blobs.
 * A worker made from a blob inherits its creator's policy.
 */
function documentOf(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' blob:`,
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${script}</script>`;
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Bundles a script and its imports into one text. */
async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // Uses the sources, so the site builds without building the package first.
    resolve: {
      alias: [
        { find: /^waymark$/, replacement: pathOf('../../../src/index.ts') },
        { find: /^waymark\/(\w+)$/, replacement: pathOf('../../../src/$1.ts') },
        { find: /^waymark-tools\/(\w+)$/, replacement: pathOf('../../../src/tools/$1.ts') },
      ],
    },
    // The PHP parser reads it to choose the width of integers.
    define: { 'process.arch': JSON.stringify('x64') },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: pathOf(`../${file}`), formats: ['iife'], name: 'sandbox' },
      rollupOptions: {
        // Keeps the proof code out of programs that prove nothing.
        treeshake: { moduleSideEffects: (id: string) => !/\/(src|refa)\//.test(id) },
      },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || !('output' in first)) throw new Error(`${file} was not bundled`);
  const [{ code }] = first.output;
  // `recordSources` uses the names in stacks to tell the package from the code that calls it.
  return `${code}\n//# sourceURL=file:///waymark/program.js\n`;
}
