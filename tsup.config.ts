import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { COMPACT, commonjs } from './test/build/commonjs.ts';
import { addressOf } from './test/build/pages.ts';

const library = [
  'src/index.ts',
  'src/compiled.ts',
  'src/hmvc.ts',
  'src/fetch.ts',
  'src/http.ts',
  'src/node.ts',
];
const tools = ['src/inspect.ts', 'src/import.ts', 'src/plugin.ts'];
const modules = [...library, ...tools];
const built = (entries: readonly string[]) =>
  entries.map((entry) => entry.replace(/^src\/(.*)\.ts$/, '$1.js'));

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig({
  entry: [...modules, 'src/cli/bin.ts', 'src/cli/progress-thread.ts', 'src/plugin/thread.ts'],
  dts: {
    // Nobody imports the command line.
    entry: modules,
    // tsup's d.ts step still asks for a baseUrl, which TypeScript 6 calls deprecated.
    compilerOptions: { ignoreDeprecations: '6.0' },
  },
  format: 'esm',
  target: 'node20',
  define: { WAYMARK_PAGES: JSON.stringify(addressOf(manifest)) },
  // Not every runtime takes a module of Node's without its prefix.
  removeNodeProtocol: false,
  esbuildOptions: (options) => Object.assign(options, COMPACT),
  plugins: [commonjs(built(library), built(tools))],
});
