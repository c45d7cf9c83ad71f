/** Bundles what runs in the sandbox: it can fetch nothing, so the page hands it over as text. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { methodsOf, propertiesOf } from './completions.ts';

const FOLDER = new URL('../', import.meta.url);

/** What the page imports, and the script that each is. */
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
  ['virtual:playground/attack', 'worker/attack.ts'],
  ['virtual:playground/send', 'worker/send.ts'],
]);

/** The data that the editor completes from. */
const COMPLETIONS = 'virtual:playground/completions';

/** A plugin of Vite's, whichever version of it the site is built with. */
interface Plugin {
  readonly name: string;
  config(): object;
  resolveId(id: string): string | null;
  load(id: string): Promise<string | null>;
}

/**
 * Builds the playground with the site: the texts that its page imports, which are the frame as a
 * document and the programs as scripts, and its views.
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
 * The frame's document. Its policy allows one script, workers, and modules that were made in there;
 * a worker that is made of a blob has the policy of whoever made it.
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

/** The file that a public entry is made of. */
function source(entry: string): string {
  return `${fileURLToPath(new URL('../../src/', FOLDER))}${entry}.ts`;
}

/** One script without imports. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // The package for browsers, so that the site needs no build of it first.
    resolve: {
      alias: [
        { find: /^waymark$/, replacement: source('index') },
        { find: /^waymark\/(\w+)$/, replacement: source('$1') },
      ],
    },
    // The parser of PHP asks how wide an integer is.
    define: { 'process.arch': JSON.stringify('x64') },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry, formats: ['iife'], name: 'sandbox' },
      // The checker loads it for an option that the playground never sets.
      rollupOptions: {
        external: ['recheck', 'recheck/package.json'],
        // Otherwise a program that proves nothing would still hold what proofs are made with.
        treeshake: { moduleSideEffects: (id: string) => !/\/(src|refa)\//.test(id) },
      },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || !('output' in first)) throw new Error(`${entry} was not bundled`);
  const [{ code }] = first.output;
  // `recordSources` tells the package from the code that calls it by the names in stacks.
  return `${code}\n//# sourceURL=file:///waymark/program.js\n`;
}
