/** Bundles the sandbox's scripts as text: the sandbox can't fetch, so the page passes them in. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { methodsOf, propertiesOf } from './completions.ts';

const FOLDER = new URL('../', import.meta.url);

/** The page's virtual imports, each with its script. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['virtual:playground/frame', 'frame/frame.ts'],
  ['virtual:playground/worker', 'worker/worker.ts'],
  ['virtual:playground/full', 'worker/full.ts'],
  ['virtual:playground/requests', 'worker/requests.ts'],
  ['virtual:playground/php', 'worker/php.ts'],
  ['virtual:playground/lookup', 'worker/lookup.ts'],
  ['virtual:playground/proofs', 'worker/proofs.ts'],
  ['virtual:playground/types', 'worker/types.ts'],
  ['virtual:playground/tools', 'worker/tools.ts'],
  ['virtual:playground/send', 'worker/send.ts'],
]);

/** The module with the editor's completions. */
const COMPLETIONS = 'virtual:playground/completions';

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
    resolveId: (id) => (SCRIPTS.has(id) || id === COMPLETIONS ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${COMPLETIONS}`) return `export default ${JSON.stringify(completions())};`;
      const file = SCRIPTS.get(id.slice(1));
      if (!id.startsWith('\0') || file === undefined) return null;
      const script = await bundle(fileURLToPath(new URL(file, FOLDER)));
      const text = file.startsWith('frame/') ? documentOf(script) : script;
      return `export default ${JSON.stringify(text)};`;
    },
  };
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

function completions() {
  const file = (path: string) => new URL(`../../src/${path}`, FOLDER);
  return {
    route: methodsOf(file('define/route.ts'), 'Route'),
    options: propertiesOf(file('define/define.ts'), 'RouteOptions'),
  };
}

/** Returns the source file of a public entry. */
function source(entry: string): string {
  return `${fileURLToPath(new URL('../../src/', FOLDER))}${entry}.ts`;
}

/** Bundles a script and its imports into one text. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // Uses the sources, so the site builds without building the package first.
    resolve: {
      alias: [
        { find: /^waymark$/, replacement: source('index') },
        { find: /^waymark\/(\w+)$/, replacement: source('$1') },
        { find: /^waymark-tools\/(\w+)$/, replacement: source('tools/$1') },
      ],
    },
    // The PHP parser reads it to choose the width of integers.
    define: { 'process.arch': JSON.stringify('x64') },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry, formats: ['iife'], name: 'sandbox' },
      rollupOptions: {
        // Keeps the proof code out of programs that prove nothing.
        treeshake: { moduleSideEffects: (id: string) => !/\/(src|refa)\//.test(id) },
      },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || !('output' in first)) throw new Error(`${entry} was not bundled`);
  const [{ code }] = first.output;
  // `recordSources` uses the names in stacks to tell the package from the code that calls it.
  return `${code}\n//# sourceURL=file:///waymark/program.js\n`;
}
