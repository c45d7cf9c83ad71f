/** Handles skipped code, and values that reach code outside the file. */
import type { Location } from './ast.ts';
import type { About } from './journal.ts';
import { type Machine, type Scope, variable } from './machine.ts';
import { bareName, namesRoute, type Summary, summarise } from './mentions.ts';
import { Closure, PhpArray, type Ref, Unknown, type Value } from './values.ts';

/**
 * Skips code that can't be run. If it may define routes, a warning is added. Every variable that it
 * may change is unknown from here on.
 *
 * @param machine the run
 * @param code any part of a syntax tree
 * @param why the reason why it can't be run
 * @param scope the scope
 * @param at its location
 * @returns its value
 */
export function skip(
  machine: Machine,
  code: object,
  why: string,
  scope: Scope,
  at: Location,
): Unknown {
  const unknown = new Unknown(why);
  const summary = summaryOf(machine, code);
  if (definesRoutes(machine, summary, scope)) leaveOut(machine, why, scope, at, aboutOf(summary));
  for (const name of reached(machine, summary, scope)) forget(variable(scope, name), name, unknown);
  if (summary.everything) forgetAll(machine, scope, unknown);
  for (const name of summary.constants) define(machine, name, unknown);
  return unknown;
}

/**
 * Skips the current statement with a warning.
 *
 * @param at the location of the skipped code, if it is not a statement
 */
export function leaveOut(
  machine: Machine,
  why: string,
  scope: Scope,
  at: Location,
  about?: About,
): void {
  const { statement } = machine;
  const whole = statement !== null && isIn(at, statement) ? statement : at;
  machine.record.leaveOut(scope.items, scope.source, whole, why, about);
}

/** The effects of code, computed once. */
export function summaryOf({ summaries, budget }: Machine, code: object): Summary {
  const known = summaries.get(code);
  if (known !== undefined) return known;
  const made = summarise(code, budget);
  summaries.set(code, made);
  return made;
}

/** Whether code touches `$route` or the class `Route`, if it touches only one of them. */
export function aboutOf({ entry, call }: Summary): About | undefined {
  if (entry === call) return undefined;
  return entry ? 'entry' : 'call';
}

/**
 * Handles a value that reaches code outside the file. That code may call it, and change variables
 * that its closures share.
 *
 * @param at the location of that code
 */
export function handOver(
  machine: Machine,
  value: Value,
  why: string,
  scope: Scope,
  at: Location,
): void {
  for (const closure of callablesIn(machine, value)) {
    const { node, uses } = closure;
    const summary = summaryOf(machine, node.body);
    const inner: Scope = { ...scope, variables: new Map(uses) };
    if (definesRoutes(machine, summary, inner)) leaveOut(machine, why, scope, at, aboutOf(summary));
    for (const [name, ref] of sharedBy(closure)) forget(ref, name, new Unknown(why));
  }
  // As in call_user_func('Route::get') and in array_map('call_user_func', [['Route', 'get']]).
  walk(machine, value, (inner) => {
    const callee = inner instanceof PhpArray ? inner.get(0)?.value : inner;
    if (typeof callee !== 'string' || !namesRoute(callee)) return;
    const isCallee = callee !== inner || inner === value || callee.includes('::');
    if (isCallee) leaveOut(machine, why, scope, at, 'call');
  });
}

/** Makes a variable unknown. `$route` keeps its entries, since there is a warning. */
function forget(ref: Ref, name: string, unknown: Unknown): void {
  if (name !== 'route') ref.value = unknown;
}

/** Makes every variable unknown. */
export function forgetAll(machine: Machine, scope: Scope, unknown: Unknown): void {
  for (const variables of [scope.variables, machine.globals]) {
    machine.budget.spend('steps', variables.size);
    for (const [name, ref] of variables) forget(ref, name, unknown);
  }
}

/** Whether code may define routes, by itself or through functions that it may call. */
export function definesRoutes(machine: Machine, summary: Summary, scope: Scope): boolean {
  const isRoutes = ({ entry, call, other }: Summary) => entry || call || other;
  if (isRoutes(summary)) return true;
  for (const name of summary.called) {
    const value = scope.variables.get(name)?.value;
    if (!(value instanceof Closure) && typeof value !== 'string') return true;
  }
  return bodies(machine, summary, scope).some(isRoutes);
}

/** The functions that code may call: those of the file, by name, and closures in variables. */
function bodies(machine: Machine, first: Summary, scope: Scope): Summary[] {
  const found = new Set<Summary>();
  const add = (summary: Summary, variables: ReadonlyMap<string, Ref>) => {
    machine.budget.spend('steps', summary.names.size + summary.variables.size);
    const callables = callablesOf(machine, summary, variables);
    for (const name of summary.names) {
      const own = machine.functions.get(name);
      if (own !== undefined) callables.push(new Closure(own.node, new Map(), own.scope.source));
    }
    for (const { node, uses } of callables) {
      const inner = summaryOf(machine, node.body);
      if (found.has(inner)) continue;
      found.add(inner);
      add(inner, uses);
    }
  };
  add(first, scope.variables);
  return [...found];
}

/** The variables that code may change, including those changed through closures. */
function reached(machine: Machine, summary: Summary, scope: Scope): Set<string> {
  const unknown = new Unknown('a function may change it');
  for (const body of bodies(machine, summary, scope)) {
    for (const name of body.globals) {
      const ref = machine.globals.get(name);
      if (ref !== undefined) forget(ref, name, unknown);
    }
  }
  for (const closure of callablesOf(machine, summary, scope.variables)) {
    for (const [name, ref] of sharedBy(closure)) forget(ref, name, unknown);
  }
  return new Set(summary.assigned);
}

/** The closures in the variables that code mentions, except in `$route`, which has none. */
function callablesOf(
  machine: Machine,
  summary: Summary,
  variables: ReadonlyMap<string, Ref>,
): Closure[] {
  return [...summary.variables]
    .filter((name) => name !== 'route')
    .flatMap((name) => callablesIn(machine, variables.get(name)?.value ?? null));
}

/** The variables that a closure shares with the surrounding code. */
export function sharedBy({ node, uses }: Closure): [name: string, ref: Ref][] {
  return [...uses].filter(([name]) =>
    node.uses?.some((use) => use.byref === true && use.name === name),
  );
}

/** The closures in a value, and the functions of the file that it names. */
function callablesIn(machine: Machine, value: Value): Closure[] {
  const found: Closure[] = [];
  walk(machine, value, (inner) => {
    if (inner instanceof Closure) found.push(inner);
    const own = typeof inner === 'string' ? machine.functions.get(bareName(inner)) : undefined;
    if (own !== undefined) found.push(new Closure(own.node, new Map(), own.scope.source));
  });
  return found;
}

function walk(machine: Machine, value: Value, visit: (value: Value) => void): void {
  visit(value);
  if (!(value instanceof PhpArray)) return;
  if (!value.hasCallables && machine.functions.size === 0) return;
  machine.budget.spend('steps', value.size);
  for (const { value: inner } of value.list()) walk(machine, inner, visit);
}

function define({ constants }: Machine, name: string | null, unknown: Unknown): void {
  if (name !== null) constants.set(name, unknown);
  else for (const known of constants.keys()) constants.set(known, unknown);
}

function isIn(at: Location, statement: Location): boolean {
  return statement.start.offset <= at.start.offset && at.end.offset <= statement.end.offset;
}
