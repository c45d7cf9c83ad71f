/** Builds the code for the runtimes: the example as files, or bundled into one. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The two builds of the package. */
export type Format = 'esm' | 'cjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const example = here('../../docs/example');

const shared = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'error' } as const;

/**
 * Builds the example file by file, as JavaScript that imports the installed package. Also builds
 * the server of an application below a base as `http.js`, and the suite as `suite.js` and
 * `suite.cjs`, which requires the CommonJS build.
 *
 * @param outdir an application's folder
 */
export async function buildApplication(outdir: string): Promise<void> {
  const sources = readdirSync(example, { recursive: true, encoding: 'utf8' });
  await build({
    ...shared,
    entryPoints: sources.filter((name) => name.endsWith('.ts')).map((name) => join(example, name)),
    outbase: example,
    outdir: join(outdir, 'example'),
    packages: 'external',
    plugins: [keepApart],
  });
  const assets = 'application/assets';
  cpSync(join(example, assets), join(outdir, 'example', assets), { recursive: true });
  await build({
    ...shared,
    entryPoints: { suite: here('process.ts'), http: here('http/server.ts') },
    outdir,
    packages: 'external',
  });
  await build({
    ...shared,
    format: 'cjs',
    entryPoints: [here('process.ts')],
    outfile: join(outdir, 'suite.cjs'),
    plugins: [requiredBuild],
  });
}

/**
 * Bundles the installed package into one file that needs no file system.
 *
 * @param entry `worker.ts` or `page.ts`
 * @param folder the folder with the installed package
 * @param outfile the file to write
 * @param format the build of the package to use
 */
export async function buildBundle(
  entry: string,
  folder: string,
  outfile: string,
  format: Format,
): Promise<void> {
  await build({
    ...shared,
    entryPoints: [here(entry)],
    outfile,
    // The example lies below the package's own manifest, which says that no file has side effects.
    ignoreAnnotations: true,
    define: { 'import.meta.url': '"file:///"' },
    plugins: [withoutFileSystem, installedIn(folder, format)],
  });
}

/** Keeps each file separate. */
const keepApart: Plugin = {
  name: 'keep-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path }) => ({
      path: path.replace(/\.ts$/, '.js'),
      external: true,
    }));
  },
};

/** Lists the example's files at build time, and includes its assets. */
const withoutFileSystem: Plugin = {
  name: 'without-file-system',
  setup({ onResolve, onLoad }) {
    const namespace = 'without-file-system';
    onResolve({ filter: /^(waymark\/node|node:fs\/promises)$/ }, ({ path }) => ({
      path,
      namespace,
    }));
    onLoad({ filter: /^waymark\/node$/, namespace }, () => {
      const names = readdirSync(example, { recursive: true, encoding: 'utf8' });
      const files = names.filter((name) => /^(application|framework)\/.*\.ts$/.test(name));
      const entries = files.map((name) => `${JSON.stringify(name)}: () => import('./${name}'),`);
      return {
        contents: `export const findFiles = async () => ({ ${entries.join('\n')} });`,
        resolveDir: example,
      };
    });
    onLoad({ filter: /^node:/, namespace }, () => {
      const folder = join(example, 'application/assets');
      const texts = readdirSync(folder).map((name) => [
        name,
        readFileSync(join(folder, name), 'utf8'),
      ]);
      return {
        contents: `
          const texts = new Map(${JSON.stringify(texts)});
          export const readFile = async ({ pathname }) => texts.get(pathname.replace(/.*\\//, ''));`,
      };
    });
  },
};

/** The CommonJS file of an entry such as `waymark/fetch`, seen from an application's folder. */
const requiredFile = (entry: string) => {
  const [name, file = 'index'] = entry.split('/');
  return `./node_modules/${name}/${name === 'waymark' ? 'dist/' : ''}cjs/${file}.js`;
};

/** Leaves the CommonJS build external; a runtime that can would otherwise load ES modules. */
const requiredBuild: Plugin = {
  name: 'required-build',
  setup({ onResolve }) {
    onResolve({ filter: /^waymark/ }, ({ path }) => ({ path: requiredFile(path), external: true }));
  },
};

/** Resolves the package in the folder where it is installed. */
function installedIn(folder: string, format: Format): Plugin {
  return {
    name: 'installed',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^waymark/ }, ({ path, kind, resolveDir }) => {
        if (format === 'cjs') return { path: join(folder, requiredFile(path)) };
        return resolveDir === folder ? undefined : resolve(path, { kind, resolveDir: folder });
      });
    },
  };
}
