import { defineConfig, type Options } from 'tsup';

const shared: Options = {
  target: 'node20',
  sourcemap: true,
  // Not every runtime takes a module of Node's without its prefix.
  removeNodeProtocol: false,
  // tsup's d.ts step still asks for a baseUrl, which TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
};

const portable = ['src/index.ts', 'src/hmvc.ts', 'src/fetch.ts'];

export default defineConfig([
  {
    ...shared,
    entry: [...portable, 'src/node.ts', 'src/import.ts', 'src/inspect.ts'],
    format: 'esm',
  },
  // path-to-regexp is ESM only, so the CommonJS build carries its own copy of it.
  { ...shared, entry: portable, format: 'cjs', splitting: true, noExternal: ['path-to-regexp'] },
  // Splitting CommonJS makes require() of import(), which could load no ESM controller.
  { ...shared, entry: ['src/node.ts'], format: 'cjs' },
]);
