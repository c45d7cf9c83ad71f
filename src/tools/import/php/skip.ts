/** Handles skipped code, and values that reach code outside the file. */
import type { Location, Node } from './ast.ts';
import { toKey, toText } from './convert.ts';
import { type Effects, effectsOf, isVerb, partsOf } from './effects.ts';
import { isBuiltin } from './functions.ts';
import type { About } from './journal.ts';
import { type Machine, type Scope, variable } from './machine.ts';
import {
  type ArrayKey,
  bareName,
  Closure,
  isSuperglobal,
  namesRoute,
  PhpArray,
  Text,
  Unknown,
  type Value,
} from './values.ts';

/**
 * Skips code that can't be run, with a warning. It may define routes, change variables and define
 * any constant that it names, so these are unknown from here on.
 * @param code the skipped code; without it, every variable is unknown
 */
export function skip(
  why: string,
  scope: Scope,
  at: Location,
  code: Node | readonly Node[] | null = null,
): Unknown {
  const { machine } = scope;
  const text = scope.source.text.slice(at.start.offset, at.end.offset);
  machine.budget.spend('characters', text.length);
  leaveOut(why, scope, at, aboutOf(text));
  machine.skipped.push(text);
  const unknown = new Unknown(why);
  const effects = effectsOf(code, machine);
  if (code === null || effects.isAny) forgetAll(machine, unknown);
  machine.budget.spend('steps', machine.captured.size);
  for (const ref of machine.captured) if (ref !== machine.route) ref.value = unknown;
  forgetChanged(effects, unknown, scope);
  return unknown;
}

function forgetAll(machine: Machine, unknown: Unknown): void {
  for (const variables of machine.frames) {
    machine.budget.spend('steps', variables.size);
    variables.rest = unknown;
    for (const ref of variables.values()) if (ref !== machine.route) ref.value = unknown;
  }
}

/** Forgets what code may assign. A row whose key is known keeps its place, and is left to PHP. */
function forgetChanged(effects: Effects, unknown: Unknown, scope: Scope): void {
  const { changed, removed, routes } = effects;
  const { machine, source, items } = scope;
  const targets = [...changed, ...removed].map(targetOf);
  const roots = new Set(targets.map(({ root }) => root));
  for (const { root, key, node } of targets) {
    if (root === null) forgetAll(machine, unknown);
    if (root === null || isSuperglobal(root)) continue;
    const ref = variable(scope, root);
    const isRoute = ref === machine.route;
    if (ref.value === null && key !== null) ref.value = new PhpArray(machine.budget);
    const known = key === null ? unknown : keyIn(key, roots, scope);
    if (!(known instanceof Unknown) && ref.value instanceof PhpArray) {
      const isThere = ref.value.get(known) !== undefined && changed.includes(node);
      if (!isThere) ref.value.unsure = unknown;
      const place = machine.record.place(source, node.loc);
      ref.value.set(known, new Unknown(unknown.why, true), place);
    } else if (!isRoute) ref.value = unknown;
  }
  for (const { method, node } of routes) {
    const isBlock = method === 'block';
    if (!isBlock && !isVerb(method)) continue;
    for (const argument of isBlock ? node.arguments : node.arguments.slice(0, 1)) {
      const pattern = toText(keyIn(argument, roots, scope));
      if (pattern instanceof Unknown) continue;
      const place = machine.record.place(source, node.loc);
      const own = isBlock ? 'any' : method;
      items.push({ kind: 'call', place, method: own, args: [pattern], nested: null, isLeft: true });
    }
  }
}

interface Target {
  /** The variable's name; `null` if it is computed. */
  readonly root: string | null;
  /** The first key, which leads to an entry; `null` for the whole variable. */
  readonly key: Node | null;
  readonly node: Node;
}

function targetOf(node: Node): Target {
  let key: Node | null = null;
  let what = node;
  while (what.kind === 'offsetlookup') {
    key = what.offset === false ? null : what.offset;
    what = what.what;
  }
  const root = what.kind === 'variable' && typeof what.name === 'string' ? what.name : null;
  return { root, key, node };
}

/** A key of skipped code. It is unknown if that code may change it. */
function keyIn(code: Node, roots: ReadonlySet<string | null>, scope: Scope): ArrayKey | Unknown {
  const { machine } = scope;
  const isSame = isHarmless(machine, code) && !mentions(code, roots);
  return isSame ? toKey(machine.evaluate(code, scope)) : new Unknown('the key of skipped code');
}

function mentions(code: unknown, roots: ReadonlySet<unknown>): boolean {
  if (typeof code !== 'object' || code === null) return false;
  if (Array.isArray(code)) return code.some((part) => mentions(part, roots));
  const { kind, name } = code as { readonly kind?: unknown; readonly name?: unknown };
  return (
    (kind === 'variable' && roots.has(name)) || partsOf(code).some((part) => mentions(part, roots))
  );
}

/** Skips an expression, without a warning if it can't change anything. */
export function skipPart(
  code: Node | readonly Node[] | null,
  why: string,
  scope: Scope,
  at: Location,
): Unknown {
  return isHarmless(scope.machine, code) ? new Unknown(why) : skip(why, scope, at, code);
}

export function leaveOut(why: string, scope: Scope, at: Location, about?: About): void {
  const { statement } = scope.machine;
  const whole = statement !== null && isIn(at, statement) ? statement : at;
  scope.machine.record.leaveOut(scope.items, scope.source, whole, why, about);
}

/** Handles values that reach other code, which may call one of them and so define routes. */
export function handOver(values: readonly Value[], why: string, scope: Scope, at: Location): void {
  // It changes only variables that a closure shares.
  if (values.some((value) => isCallable(scope.machine, value))) skip(why, scope, at, []);
}

export function mayBeDefined({ skipped, budget }: Machine, name: string): boolean {
  return skipped.some((text) => {
    budget.spend('characters', text.length);
    return text.includes(name) || /\b(?:include|require|eval|define\s*\(\s*[^'"\s])/i.test(text);
  });
}

/** Whether a value is a closure or the name of a function of the file or of `Route`, or has one. */
function isCallable(machine: Machine, value: Value): boolean {
  if (value instanceof Closure) return true;
  if (typeof value === 'string') return namesRoute(value) || machine.functions.has(bareName(value));
  // An unknown value may be the name of a function.
  if (value instanceof Unknown || value instanceof Text) return machine.functions.size > 0;
  if (!(value instanceof PhpArray)) return false;
  if (!value.hasCallables && machine.functions.size === 0) return false;
  machine.budget.spend('steps', value.size);
  return value.list().some((slot) => isCallable(machine, slot.value));
}

const HARMLESS: ReadonlySet<unknown> = new Set(
  `array bin boolean cast closure arrowfunc empty encapsed encapsedpart entry identifier isset magic name
  nowdoc nullkeyword number offsetlookup propertylookup nullsafepropertylookup retif selfreference
  silent staticlookup string unary variable`.split(/\s+/),
);

/** Whether code only reads: it has no assignment, and calls only PHP's functions that do the same. */
function isHarmless(machine: Machine, code: unknown): boolean {
  if (typeof code !== 'object' || code === null) return true;
  machine.budget.spend('steps');
  if (Array.isArray(code)) return code.every((part) => isHarmless(machine, part));
  const { kind, what } = code as { readonly kind?: unknown; readonly what?: Node };
  if (kind === 'closure' || kind === 'arrowfunc') return true;
  if (kind === 'call') {
    const name = what?.kind === 'name' ? bareName(what.name) : '';
    if (!isBuiltin(name) || machine.functions.has(name)) return false;
  } else if (kind !== undefined && !HARMLESS.has(kind)) return false;
  return partsOf(code).every((part) => isHarmless(machine, part));
}

/** Whether code touches `$route` or the class `Route`, if it touches only one of them. */
function aboutOf(text: string): About | undefined {
  const [entry, call] = [/\$route\b/.test(text), /\bRoute\b/i.test(text.replaceAll('$route', ''))];
  if (entry === call) return undefined;
  return entry ? 'entry' : 'call';
}

function isIn(at: Location, statement: Location): boolean {
  return statement.start.offset <= at.start.offset && at.end.offset <= statement.end.offset;
}
