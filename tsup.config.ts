import { defineConfig, type Options } from 'tsup';

// tsup's d.ts step still asks for a baseUrl, which TypeScript 6 calls deprecated.
const declarations = { compilerOptions: { ignoreDeprecations: '6.0' } };

const shared: Options = {
  target: 'node20',
  // Not every runtime takes a module of Node's without its prefix.
  removeNodeProtocol: false,
  dts: declarations,
};

const portable = ['src/index.ts', 'src/compiled.ts', 'src/hmvc.ts', 'src/fetch.ts'];
const modules = [...portable, 'src/node.ts', 'src/inspect.ts', 'src/import.ts'];

export default defineConfig([
  {
    ...shared,
    entry: [...modules, 'src/cli/bin.ts', 'src/cli/progress-thread.ts'],
    // Nobody imports the command line.
    dts: { ...declarations, entry: modules },
    format: 'esm',
  },
  // path-to-regexp is ESM only, so the CommonJS build carries its own copy of it.
  { ...shared, entry: portable, format: 'cjs', splitting: true, noExternal: ['path-to-regexp'] },
  // Splitting CommonJS makes require() of import(), which could load no ESM controller.
  { ...shared, entry: ['src/node.ts'], format: 'cjs' },
]);
