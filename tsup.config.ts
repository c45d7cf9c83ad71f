import { defineConfig, type Options } from 'tsup';
import { COMPACT, commonjs } from './build/commonjs.ts';

// tsup's d.ts step still asks for a baseUrl, which TypeScript 6 calls deprecated.
const declarations = { compilerOptions: { ignoreDeprecations: '6.0' } };

const library = ['src/index.ts', 'src/compiled.ts', 'src/hmvc.ts', 'src/fetch.ts', 'src/node.ts'];
const modules = [...library, 'src/inspect.ts', 'src/import.ts'];

const scripts: Options = {
  entry: [...modules, 'src/cli/bin.ts', 'src/cli/progress-thread.ts'],
  // Nobody imports the command line.
  dts: { ...declarations, entry: modules },
  format: 'esm',
  target: 'node20',
  // Not every runtime takes a module of Node's without its prefix.
  removeNodeProtocol: false,
  esbuildOptions: (options) => Object.assign(options, COMPACT),
  plugins: [commonjs(library.map((entry) => entry.replace(/^src\/(.*)\.ts$/, '$1.js')))],
};

/** The types of the CommonJS build; the package.json of its folder says what they are. */
const types: Options = {
  entry: library,
  dts: { ...declarations, only: true },
  format: 'esm',
  outDir: 'dist/cjs',
};

export default defineConfig(({ dts }) => (dts === false ? [scripts] : [scripts, types]));
