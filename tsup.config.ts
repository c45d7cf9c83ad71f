import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { commonjs, requiring } from './test/build/commonjs.ts';
import { addressOf } from './test/build/pages.ts';
import { parts } from './test/build/parts.ts';

const library = [
  ...['index', 'compiled', 'compiled-hmvc', 'hmvc', 'fetch', 'http', 'node', 'gateway', 'internal'],
];
const tools = ['inspect', 'import', 'plugin'];

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync('src/tools/package.json', 'utf8'),
);

const define = { WAYMARK_PAGES: JSON.stringify(addressOf(manifest)) };

const common: Options = {
  format: 'esm',
  target: 'node20',
  define,
  // Not every runtime takes a module of Node's without its prefix.
  removeNodeProtocol: false,
};

// tsup's d.ts step still asks for a baseUrl, which TypeScript 6 calls deprecated.
const declarations = (folder: string, names: readonly string[]) => ({
  entry: names.map((name) => `${folder}/${name}.ts`),
  compilerOptions: { ignoreDeprecations: '6.0' },
});

export default defineConfig([
  {
    ...common,
    entry: [...library, 'bin'].map((name) => `src/${name}.ts`),
    dts: declarations('src', library),
    plugins: [commonjs(library)],
  },
  {
    ...common,
    outDir: 'dist/tools',
    entry: [
      ...tools.map((name) => `src/tools/${name}.ts`),
      ...['cli/bin', 'plugin/thread'].map((name) => `src/tools/${name}.ts`),
    ],
    // The library is a peer, too.
    external: Object.keys({ ...dependencies, ...peerDependencies }).map(
      (name) => new RegExp(`^${name}(?:/|$)`),
    ),
    // Nobody imports the command line.
    dts: declarations('src/tools', tools),
    plugins: [requiring('waymark-tools', tools), parts(define)],
  },
]);
