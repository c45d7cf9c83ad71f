/** Finds what skipped code can change. */
import type { Call, Node } from './ast.ts';
import { isBuiltin } from './functions.ts';
import type { Machine } from './machine.ts';
import { bareName, isRouteClass } from './values.ts';

/** Whether a method of `Route` defines one row. */
export const isVerb = (method: string): boolean =>
  /^(?:any|all|get|post|put|delete|head|patch|options)$/.test(method);

export interface Effects {
  /** Whether it may change any variable. */
  readonly isAny: boolean;
  /** The variables and entries that it may assign. */
  readonly changed: readonly Node[];
  /** Those that it may remove. */
  readonly removed: readonly Node[];
  /** Its calls of `Route` that define rows. */
  readonly routes: readonly RouteLookup[];
}

export interface RouteLookup {
  readonly method: string;
  readonly node: Call;
}

export function effectsOf(code: unknown, machine: Machine): Effects {
  const found = new Finder(machine);
  found.walk(code);
  return found;
}

/** The parts of a node that are no code. */
const SKIPPED: ReadonlySet<string> = new Set(['loc', 'leadingComments', 'trailingComments']);

/** The nodes in a node. */
export function partsOf(node: object): unknown[] {
  return Object.entries(node).flatMap(([name, part]) => (SKIPPED.has(name) ? [] : [part]));
}

class Finder implements Effects {
  isAny = false;
  readonly changed: Node[] = [];
  readonly removed: Node[] = [];
  readonly routes: RouteLookup[] = [];

  constructor(private readonly machine: Machine) {}

  walk(code: unknown): void {
    if (typeof code !== 'object' || code === null) return;
    this.machine.budget.spend('steps');
    if (Array.isArray(code)) {
      for (const part of code) this.walk(part);
      return;
    }
    const node = code as AnyNode; // the cast: the parts of a node are nodes, lists and plain values
    if (DEFINITIONS.has(node.kind)) {
      // Another function may keep a variable that a closure shares.
      this.isAny ||= node.uses?.some(({ byref }) => byref === true) ?? false;
      return;
    }
    this.note(node);
    for (const part of partsOf(node)) this.walk(part);
  }

  private note(node: AnyNode): void {
    switch (node.kind) {
      case 'assign':
        return this.change(node.left);
      case 'assignref':
        // `$CI =& get_instance()` is what `$CI = get_instance()` is.
        this.isAny ||= node.right.kind !== 'call';
        return this.change(node.left);
      case 'pre':
      case 'post':
        return this.change(node.what);
      case 'foreach':
        this.change(node.key);
        return this.change(node.value);
      case 'catch':
        return this.change(node.variable);
      case 'unset':
        this.removed.push(...node.variables);
        return;
      case 'call':
      case 'new':
        return this.call(node);
      case 'include':
      case 'eval':
      case 'global':
      case 'static':
        this.isAny = true;
        return;
      default:
        // A reference, `[&$a]` or `foreach ($a as &$b)`: later code may change what it refers to.
        this.isAny ||= node.byRef === true || node.byref === true;
    }
  }

  private change(target: AnyNode | null | undefined): void {
    switch (target?.kind) {
      case 'variable':
      case 'offsetlookup':
        this.changed.push(target as unknown as Node); // the cast: it has the kind of one
        return;
      case 'list':
      case 'array':
        for (const item of target.items) this.change(item.value);
        return;
      case 'variadic':
        return this.change(target.what);
      case 'namedargument':
        return this.change(target.value);
    }
  }

  /** A function that isn't known may change its arguments. */
  private call(node: AnyNode): void {
    const { what } = node;
    const name = what.kind === 'name' ? bareName(String(what.name)) : '';
    if (/^(?:extract|(?:mb_)?parse_str)$/.test(name)) this.isAny = true;
    const method = what.kind === 'staticlookup' ? this.routeMethod(what) : null;
    if (method !== null) {
      this.routes.push({ method, node: node as unknown as Call }); // the cast: it is a call
    } else if (!isBuiltin(name) || this.machine.functions.has(name)) {
      for (const argument of node.arguments) this.change(argument);
    }
  }

  private routeMethod({ what, offset }: AnyNode): string | null {
    const isRoute = what.kind === 'name' && isRouteClass(String(what.name));
    if (!isRoute || offset?.kind !== 'identifier') return null;
    return String(offset.name).toLowerCase();
  }
}

/** Code that doesn't run where it stands. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  'closure',
  'arrowfunc',
  'function',
  'class',
  'interface',
  'trait',
  'enum',
]);

/** Any node of the parser, with the members of those that assign. */
interface AnyNode {
  readonly kind: string;
  readonly name: unknown;
  readonly left: AnyNode;
  readonly right: AnyNode;
  readonly what: AnyNode;
  readonly key: AnyNode | null;
  readonly value: AnyNode;
  readonly variable: AnyNode | null;
  readonly variables: readonly Node[];
  readonly offset: AnyNode;
  readonly items: readonly AnyNode[];
  readonly arguments: readonly AnyNode[];
  readonly uses?: readonly { readonly byref?: boolean }[];
  readonly byref?: boolean;
  readonly byRef?: boolean;
}
