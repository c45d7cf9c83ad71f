import { defineConfig, type Options } from 'tsup';

const shared: Options = {
  entry: ['src/index.ts', 'src/hmvc.ts', 'src/fetch.ts', 'src/node.ts'],
  target: 'node20',
  sourcemap: true,
  // tsup's d.ts step still asks for a baseUrl, which TypeScript 6 calls deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
};

export default defineConfig([
  { ...shared, format: 'esm' },
  // path-to-regexp is ESM only, so the CommonJS build carries its own copy of it.
  { ...shared, format: 'cjs', splitting: true, noExternal: ['path-to-regexp'] },
]);
