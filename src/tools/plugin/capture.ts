/** Rewrites a module so that the build can run it up to one of its calls. */
import { importOf, type Module } from './module.ts';
import type { Range } from './syntax.ts';

export const HOOKS = Symbol.for('waymark.plugin');

export interface Hooks {
  capture(given: readonly unknown[]): never;
  /** The build's own `findFiles`, which imports TypeScript on every version of Node. */
  find(...given: readonly unknown[]): unknown;
  /** Files that only Vite knows, marked with {@link HOOKS}. */
  glob(): object;
}

/** Names that no module has. */
const CAPTURE = 'ŵ';
const FIND = 'ḟ';
const GLOB = 'ġ';

/**
 * Makes a call pass its arguments to the build. All positions stay the same, so each definition
 * keeps its line and column.
 */
export function withCapture(module: Module, callee: Range): string {
  const text = put(forBuild(module.code, module), callee, CAPTURE);
  return text + hook(CAPTURE, 'capture', 'given');
}

/**
 * Makes a module run in the build: `findFiles` is the build's own, and `import.meta.glob`, which
 * only Vite has, finds files that the build doesn't know. All positions stay the same.
 */
export function forBuild(code: string, module: Module | null): string {
  const glob = 'import.meta.glob';
  const plain = code.includes(glob)
    ? code.replaceAll(glob, GLOB.padEnd(glob.length)) + hook(GLOB, 'glob', '')
    : code;
  const uses = module === null ? [] : importOf(module.program, 'waymark/node', 'findFiles');
  if (uses.length === 0) return plain;
  const text = uses.reduce((changed, { node }) => put(changed, node, FIND), plain);
  return text + hook(FIND, 'find', '...given');
}

/** Replaces a part of a text by a shorter one, and fills the rest with spaces. */
function put(code: string, { start, end }: Range, text: string): string {
  const rest = code.slice(start + text.length, end).replace(/[^\r\n\u2028\u2029]/g, ' ');
  return code.slice(0, start) + text + rest + code.slice(end);
}

function hook(name: string, method: keyof Hooks, args: string): string {
  const key = JSON.stringify(Symbol.keyFor(HOOKS));
  return `\nfunction ${name}(...given) { return globalThis[Symbol.for(${key})].${method}(${args}); }\n`;
}
