/** The state that the parts of the interpreter share. */
import type { Callable, Class, Location, Node } from './ast.ts';
import type { Budget } from './budget.ts';
import type { Item, Journal } from './journal.ts';
import type { Summary } from './mentions.ts';
import type { Source } from './source.ts';
import type { Closure, Ref, Value } from './values.ts';

/** How a list of statements ended. */
export type Flow = 'next' | 'break' | 'continue' | 'return' | 'exit';

/** The scope of running code: its variables, its file, and where its routes go. */
export interface Scope {
  readonly variables: Map<string, Ref>;
  readonly source: Source;
  readonly items: Item[];
  /** The class that `self` names; absent outside of one. */
  readonly self?: string;
  /** The value of `return`. */
  returned: Value;
}

/** Why a file must not be read. */
export interface Refused {
  readonly refused: string;
}

/** A file or a folder in a folder that was listed. */
export interface FolderEntry {
  readonly name: string;
  /** `null` if this is not known, since it must not be read: a link to another place. */
  readonly isFolder: boolean | null;
}

/** Lists a folder; `null` if there is none. */
export type ListFolder = (path: string) => readonly FolderEntry[] | null | Refused;

/** Reads a variable of the environment; `null` if it is not set. */
export type ReadVariable = (name: string) => string | null | Refused;

/** Reads a file for `include`; `null` if there is none. */
export type ReadFile = (path: string) => string | null | Refused;

/** A run of a route file. */
export interface Machine {
  readonly record: Journal;
  /** The constants that the file defines, and those that the caller knows. */
  readonly constants: Map<string, Value>;
  readonly functions: Map<string, { readonly node: Callable; readonly scope: Scope }>;
  /** The classes of the files, by their names in lower case. */
  readonly classes: Map<string, { readonly node: Class; readonly scope: Scope }>;
  /** The files, in the order in which they were read. */
  readonly sources: Source[];
  readonly globals: Map<string, Ref>;
  /** `null` if the caller reads no files. */
  readonly read: ReadFile | null;
  /** As `read`. */
  readonly list: ListFolder | null;
  /** As `read`. */
  readonly env: ReadVariable | null;
  /** The files that `include_once` skips. */
  readonly included: Set<string>;
  /** The arguments of `Route::map`, in the order of the calls. */
  readonly maps: { readonly table: Value; readonly order: number }[];
  /** Pays for the work. */
  readonly budget: Budget;
  /** The effects of code, by node. */
  readonly summaries: WeakMap<object, Summary>;
  /** The namespace of the code that runs; `null` before the first. */
  namespace: string | null;
  /** The place of the statement that is being run, if it is an expression. */
  statement: Location | null;
  /** Where the run is. */
  at: { readonly file: string; readonly line: number };
  /** How many unknown functions were called. */
  opaque: number;
  depth: number;
  /** How many loops the current `break` or `continue` still leaves. */
  jump: number;
  evaluate(node: Node, scope: Scope): Value;
  run(nodes: readonly Node[], scope: Scope): Flow;
  call(closure: Closure, args: readonly Value[], scope: Scope): Value;
}

/** A PHP exception. */
export class Thrown extends Error {}

/** The variable of a name, created if it is missing. */
export function variable(scope: Scope, name: string): Ref {
  const found = scope.variables.get(name);
  if (found !== undefined) return found;
  const made: Ref = { value: null };
  scope.variables.set(name, made);
  return made;
}
