/** Follows the ESM builds: writes the library's CommonJS twin, and small files for the tools. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Options } from 'tsup';

type TsupPlugin = NonNullable<Options['plugins']>[number];

/** ESM only, so the CommonJS build has a copy of the part that waymark uses. */
const BUNDLED = 'path-to-regexp';

/**
 * Writes a twin in `cjs` of each file that an entry of the library needs. Only imports and exports
 * differ: npm packs files of the same name together, so a twin takes almost no space.
 *
 * @param entries the names of the entries
 */
export function commonjs(entries: readonly string[]): TsupPlugin {
  return {
    name: 'commonjs',
    async buildEnd({ writtenFiles }) {
      const scripts = scriptsOf(writtenFiles);
      const folder = folderOf(scripts, entries);
      const library = reachable(entries.map((entry) => join(folder, `${entry}.js`)));
      const twins = folderOfTwins(folder);
      await writeBundled(join(twins, `${BUNDLED}.js`));
      for (const file of library) writeTwin(file, twins);
    },
  };
}

/**
 * Writes a file in `cjs` for each entry of the tools, which are ES modules only: it requires the
 * ES module, and explains a failure.
 *
 * @param name the name of the package
 * @param entries the names of the entries
 */
export function requiring(name: string, entries: readonly string[]): TsupPlugin {
  return {
    name: 'requiring',
    async buildEnd({ writtenFiles }) {
      const scripts = scriptsOf(writtenFiles);
      const twins = folderOfTwins(folderOf(scripts, entries));
      for (const entry of entries) writeFileSync(join(twins, `${entry}.js`), requirer(name, entry));
    },
  };
}

const scriptsOf = (files: readonly { readonly name: string }[]) =>
  files.map(({ name }) => name).filter((name) => name.endsWith('.js'));

const folderOf = (scripts: readonly string[], [entry]: readonly string[]) =>
  dirname(scripts.find((name) => basename(name) === `${entry}.js`) ?? '');

function folderOfTwins(folder: string): string {
  const twins = join(folder, 'cjs');
  mkdirSync(twins, { recursive: true });
  writeFileSync(join(twins, 'package.json'), '{"type":"commonjs"}\n');
  return twins;
}

const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?"([^"]+)";/g;
const EXPORT = /export\s*\{([^}]*)\};/g;

/** The files and all their imports from the same folder. */
function reachable(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    for (const [, , name] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (name.startsWith('./')) found.add(join(dirname(file), name));
    }
  }
  return found;
}

/** Relies on esbuild writing all imports first and all exports last, and on acyclic imports. */
function writeTwin(file: string, folder: string): void {
  const code = readFileSync(file, 'utf8')
    .replace(IMPORT, (_, names: string | undefined, from: string) => {
      const required = `require("${from === BUNDLED ? `./${BUNDLED}.js` : from}")`;
      if (names === undefined) return `${required};`;
      return `const {${names.replace(/\s+as\s+/g, ': ')}} = ${required};`;
    })
    .replace(EXPORT, (_, names: string) => {
      const renamed = names.replace(/([\w$]+)\s+as\s+([\w$]+)/g, '$2: $1');
      return `module.exports = {${renamed}};`;
    });
  writeFileSync(join(folder, basename(file)), `"use strict";\n${code}`);
}

/**
 * Node can require ES modules. Jest and Yarn's loader sometimes can't, and don't say what to do.
 */
function requirer(name: string, entry: string): string {
  const message =
    `${name}/${entry} is an ES module, and require can't load one here: use it in an ES module ` +
    '(for Jest, run node with --experimental-vm-modules).';
  return `"use strict";try{module.exports=require("../${entry}.js")}catch(cause){throw new Error(${JSON.stringify(message)},{cause})}
`;
}

async function writeBundled(outfile: string): Promise<void> {
  const license = readFileSync(`node_modules/${BUNDLED}/LICENSE`, 'utf8').trim();
  await build({
    stdin: { contents: `export { compile } from '${BUNDLED}';`, resolveDir: '.' },
    outfile,
    bundle: true,
    format: 'cjs',
    target: 'node20',
    banner: { js: `/*! ${BUNDLED}\n\n${license}\n*/` },
  });
}
