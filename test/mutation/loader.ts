/**
 * Loads test files and sources as CommonJS, in this thread: a module is compiled once and can be run
 * again at any time, which is what a mutant of a module's own statements needs, and takes milliseconds.
 * Packages are Node's to load, and are loaded once.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { transformSync } from 'esbuild';

type Exports = Record<string, unknown>;
type Run = (
  module: { exports: Exports },
  exports: Exports,
  require: (specifier: string) => unknown,
  filename: string,
  url: string,
) => void;

/** Mutants are counted only if a runner asks for it: half of a test's time goes there. */
const count = (code: string) =>
  code.replace('function cover() {', 'function cover() { if (!ns.counting) return;');

const compiled = new Map<string, Run>();

function compile(path: string): Run {
  const known = compiled.get(path);
  if (known) return known;
  // CommonJS can't wait at a file's top, and has no need to.
  const source = readFileSync(path, 'utf8').replace(
    /^(const \w+ =) await import\(/gm,
    '$1 require(',
  );
  const { code } = transformSync(source, {
    loader: path.endsWith('.json') ? 'json' : 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcefile: path,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__url', 'import.meta.filename': '__filename' },
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  });
  const script = `(function (module, exports, require, __filename, __url) {${count(code)}\n})`;
  const run: Run = new Script(script, { filename: path }).runInThisContext();
  compiled.set(path, run);
  return run;
}

/** Modules that have been run, with what they import; one set of them is a test environment. */
export class Loader {
  readonly #modules = new Map<string, { exports: Exports }>();
  readonly #mocks = new Map<string, () => unknown>();

  /**
   * @param builtIn What is loaded in place of a package or of an entry of this one: an object, or the
   * path of a source file.
   */
  constructor(private readonly builtIn: ReadonlyMap<string, object | string>) {}

  /** What a file exports; it is run if it has not been since `forget`. */
  load(path: string): Exports {
    const known = this.#modules.get(path);
    if (known) return known.exports;
    const module = { exports: {} };
    this.#modules.set(path, module);
    const ofNode = createRequire(path);
    const require = (specifier: string): unknown => {
      const mock = this.#mocks.get(specifier);
      if (mock) return mock();
      if (specifier.startsWith('.')) return this.load(resolve(dirname(path), specifier));
      const own = this.builtIn.get(specifier);
      if (typeof own === 'string') return this.load(own);
      return own ?? ofNode(specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier);
    };
    compile(path)(module, module.exports, require, path, pathToFileURL(path).href);
    return module.exports;
  }

  /** Has every file run again when it is next imported. */
  forget(): void {
    this.#modules.clear();
  }

  /** Has a package be what a function gives, until `unmock`. */
  mock(specifier: string, make: () => unknown): void {
    this.#mocks.set(specifier, make);
  }

  unmock(specifier: string): void {
    this.#mocks.delete(specifier);
  }
}
