/** Handles skipped code, and values that reach code outside the file. */
import type { Location, Node } from './ast.ts';
import { isBuiltin } from './functions.ts';
import type { About } from './journal.ts';
import type { Machine, Scope } from './machine.ts';
import { bareName, Closure, namesRoute, PhpArray, Text, Unknown, type Value } from './values.ts';

/**
 * Skips code that can't be run, with a warning. It may define routes, change any variable and
 * define any constant that it names, so all of these are unknown from here on.
 */
export function skip(why: string, scope: Scope, at: Location): Unknown {
  const { machine } = scope;
  const text = scope.source.text.slice(at.start.offset, at.end.offset);
  machine.budget.spend('characters', text.length);
  leaveOut(why, scope, at, aboutOf(text));
  machine.skipped.push(text);
  const unknown = new Unknown(why);
  for (const variables of machine.frames) {
    machine.budget.spend('steps', variables.size);
    variables.rest = unknown;
    for (const ref of variables.values()) if (ref !== machine.route) ref.value = unknown;
  }
  machine.budget.spend('steps', machine.captured.size);
  for (const ref of machine.captured) if (ref !== machine.route) ref.value = unknown;
  return unknown;
}

/** Skips an expression, without a warning if it can't change anything. */
export function skipPart(
  code: Node | readonly Node[] | null,
  why: string,
  scope: Scope,
  at: Location,
): Unknown {
  return isHarmless(scope.machine, code) ? new Unknown(why) : skip(why, scope, at);
}

export function leaveOut(why: string, scope: Scope, at: Location, about?: About): void {
  const { statement } = scope.machine;
  const whole = statement !== null && isIn(at, statement) ? statement : at;
  scope.machine.record.leaveOut(scope.items, scope.source, whole, why, about);
}

/** Handles values that reach other code, which may call one of them and so define routes. */
export function handOver(values: readonly Value[], why: string, scope: Scope, at: Location): void {
  if (values.some((value) => isCallable(scope.machine, value))) skip(why, scope, at);
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

const SKIPPED: ReadonlySet<string> = new Set(['loc', 'leadingComments', 'trailingComments']);

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
  return Object.entries(code).every(
    ([name, part]) => SKIPPED.has(name) || isHarmless(machine, part),
  );
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
