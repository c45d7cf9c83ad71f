/** The tests that mutants are run against, loaded into this thread. */
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Loader } from './loader.ts';
import { Suite, type Test } from './suite.ts';

/**
 * Not those of built files, of the example and the pages, of the sources' text, and of HTTP (but for
 * `hostile`'s).
 */
const LEFT_OUT = [
  'api',
  'architecture',
  'bench',
  'bin',
  'code',
  'docs',
  'example',
  'hover',
  'http',
  'package',
  'registry',
  'release',
  'reload',
  'runners',
  'served',
  'shipped',
  'site',
  'start',
];

/** Tests that need what only Node's own modules have, or that count calls. */
const NOT_HERE = [
  'the registry that is observed may be observed by another copy of the package',
  'Route.collect, if a function fails, tells a module from its functions',
  'a route file that calls Route as it is imported',
  'the searches for one request are as few as can be',
];

const ENTRIES = ['compiled', 'fetch', 'hmvc', 'import', 'inspect', 'node'];
const builtIn = (root: string) =>
  new Map<string, object | string>([
    ['waymark', resolve(root, 'src/index.ts')],
    ...ENTRIES.map((name): [string, string] => [
      `waymark/${name}`,
      resolve(root, `src/${name}.ts`),
    ]),
  ]);

/** A set of test files and of the sources that they import, each of which is run when it is first needed. */
export interface Environment {
  readonly files: readonly string[];
  /** The tests of a file, by their id. */
  readonly load: (file: string) => ReadonlyMap<string, Test>;
  readonly dispose: () => Promise<void>;
}

/** Not in folders that start with a dot: another process may have made one for a while. */
function testFiles(root: string): string[] {
  return readdirSync(resolve(root, 'test'))
    .filter((folder) => !folder.startsWith('.'))
    .flatMap((folder) => {
      if (folder.endsWith('.ts')) return [folder];
      if (folder.includes('.')) return [];
      const inner = readdirSync(resolve(root, 'test', folder), {
        encoding: 'utf8',
        recursive: true,
      });
      return inner.map((file) => join(folder, file));
    })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', file))
    .toSorted();
}

export function createEnvironment(root: string): Environment {
  const modules = builtIn(root);
  const loader = new Loader(modules);
  const suite = new Suite();
  modules.set('vitest', suite.module(loader));
  const files = testFiles(root).filter((file) => !LEFT_OUT.includes(basename(file, '.test.ts')));
  const loaded = new Map<string, ReadonlyMap<string, Test>>();
  const load = (file: string) => {
    const known = loaded.get(file);
    if (known) return known;
    const all = suite.add(loader, resolve(root, file), file);
    const own = all.filter(({ name }) => !NOT_HERE.some((start) => name.startsWith(start)));
    const tests = new Map(own.map((test) => [test.id, test]));
    loaded.set(file, tests);
    return tests;
  };
  const dispose = async () => {
    // What no test of this environment has prepared can't be taken down.
    for (const hook of suite.afterAll) await (async () => hook())().catch(() => undefined);
  };
  return { files, load, dispose };
}
