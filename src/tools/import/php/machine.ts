/** The state shared by the parts of the interpreter. */
import type { Callable, Location, Node } from './ast.ts';
import type { Budget } from './budget.ts';
import type { Item, Journal } from './journal.ts';
import type { Source } from './source.ts';
import type { Closure, Ref, Unknown, Value } from './values.ts';

export type Flow = 'next' | 'break' | 'continue' | 'return';

export class Variables extends Map<string, Ref> {
  /** The value of all others, if skipped code may have assigned them. */
  rest: Unknown | null = null;
}

/** The scope of running code: its run, variables and file, and the destination of its routes. */
export interface Scope {
  readonly machine: Machine;
  readonly variables: Variables;
  readonly source: Source;
  readonly items: Item[];
  returned: Value;
}

export interface Refused {
  readonly refused: string;
}

/** A file or a folder in a folder that was listed. */
export interface FolderEntry {
  readonly name: string;
  /** `null` if unknown, because it must not be read: a link to another place. */
  readonly isFolder: boolean | null;
}

/** Lists a folder; `null` if it is missing. */
export type ListFolder = (path: string) => readonly FolderEntry[] | null | Refused;

/** Reads an environment variable; `null` if it is unset. */
export type ReadVariable = (name: string) => string | null | Refused;

/** Reads a file for `include`; `null` if it is missing. */
export type ReadFile = (path: string) => string | null | Refused;

export interface Machine {
  readonly record: Journal;
  /** The constants that the file defines, and those that the caller knows. */
  readonly constants: Map<string, Value>;
  readonly functions: Map<string, { readonly node: Callable; readonly scope: Scope }>;
  readonly route: Ref;
  /** The variables of every scope that is running, the outermost first. */
  readonly frames: Variables[];
  /** The variables that closures share with the code around them. */
  readonly captured: Set<Ref>;
  readonly skipped: string[];
  readonly read: ReadFile | null;
  readonly list: ListFolder | null;
  readonly env: ReadVariable | null;
  /** The files that `include_once` skips. */
  readonly included: Set<string>;
  /** The arguments of `Route::map`, in call order. */
  readonly maps: { readonly table: Value; readonly order: number }[];
  readonly budget: Budget;
  /** The operands whose `and`, `or` and `xor` are known to be grouped as in PHP. */
  readonly checked: WeakSet<object>;
  /** The namespace of the running code; `null` before the first. */
  namespace: string | null;
  /** The location of the running statement, if it is an expression. */
  statement: Location | null;
  at: { readonly file: string; readonly line: number };
  depth: number;
  /** The number of loops that the current `break` or `continue` still has to exit. */
  jump: number;
  evaluate(node: Node, scope: Scope): Value;
  run(nodes: readonly Node[], scope: Scope): Flow;
  call(closure: Closure, args: readonly Value[], scope: Scope): Value;
}

/** PHP stops: `exit`, or an exception that nothing catches. */
export class Stopped extends Error {}

export function variable(scope: Scope, name: string): Ref {
  const found = scope.variables.get(name);
  if (found !== undefined) return found;
  const made: Ref = { value: scope.variables.rest };
  scope.variables.set(name, made);
  return made;
}
