/** What the parts of the interpreter know of each other. */
import type { Callable, Node } from './ast.ts';
import type { Item, Journal } from './journal.ts';
import type { Source } from './source.ts';
import type { Closure, Ref, Value } from './values.ts';

/** How a list of statements ended. */
export type Flow = 'next' | 'break' | 'continue' | 'return' | 'exit';

/** Where code runs: its variables, its file, and where its routes are written. */
export interface Scope {
  readonly variables: Map<string, Ref>;
  readonly source: Source;
  readonly items: Item[];
  /** What `return` gave. */
  returned: Value;
}

/** Why a file must not be read. */
export interface Refused {
  readonly refused: string;
}

/** Reads a file for `include`; `null` if there is none. */
export type ReadFile = (path: string) => string | null | Refused;

/** A run of a route file. */
export interface Machine {
  readonly record: Journal;
  /** The constants that the file defines, and those that the caller knows. */
  readonly constants: Map<string, Value>;
  readonly functions: Map<string, { readonly node: Callable; readonly scope: Scope }>;
  readonly globals: Map<string, Ref>;
  /** `null` if the caller reads no files. */
  readonly read: ReadFile | null;
  /** The files that `include_once` has had. */
  readonly included: Set<string>;
  /** What `Route::map` was given, in the order of the calls. */
  readonly maps: { readonly table: Value; readonly order: number }[];
  /** Counts what was done, so that no loop runs on. */
  steps: number;
  depth: number;
  /** How many loops the `break` or `continue` that is under way leaves. */
  jump: number;
  evaluate(node: Node, scope: Scope): Value;
  run(nodes: readonly Node[], scope: Scope): Flow;
  call(closure: Closure, args: readonly Value[], scope: Scope): Value;
}

/** A loop or a recursion that does not end soon enough. */
export class TooLong extends Error {}

/** How many statements a file may run. */
export const MAX_STEPS = 50_000;

/**
 * The variable of a name, made where there is none.
 *
 * @example
 * variable(scope, 'route').value = new PhpArray();
 */
export function variable(scope: Scope, name: string): Ref {
  const found = scope.variables.get(name);
  if (found !== undefined) return found;
  const made: Ref = { value: null };
  scope.variables.set(name, made);
  return made;
}
