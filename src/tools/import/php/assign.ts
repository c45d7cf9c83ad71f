/** Runs assignments of every kind. */
import type { Assign, Node, Step } from './ast.ts';
import { find, isNumeric, operate, toNumber } from './convert.ts';
import type { Machine, Scope } from './machine.ts';
import { handOver, leaveOut, skip, skipPart } from './skip.ts';
import { keyOf, read, type Target, targetOf, write } from './target.ts';
import { copy, isRouteClass, PhpArray, Unknown, type Value, weightOf } from './values.ts';

/** Runs an assignment: the keys on the left first, then the right side. Returns its value. */
export function assign(node: Assign, scope: Scope): Value {
  const { machine } = scope;
  const { left, right, operator = '=' } = node;
  // `$CI =& get_instance()` is what `$CI = get_instance()` is.
  if (node.kind === 'assignref' && right.kind !== 'call') {
    return skip(REFERENCE, scope, node.loc);
  }
  if (left.kind === 'list') {
    const value = machine.evaluate(right, scope);
    assignTo(left, value, scope, node);
    return value;
  }
  const target = targetOf(left, scope);
  if (operator === '??=') return assignMissing(node, target, scope);
  const given = machine.evaluate(right, scope);
  // A function of this file may return a reference to a variable.
  if (node.kind === 'assignref' && !(given instanceof Unknown)) {
    return skip(REFERENCE, scope, node.loc);
  }
  const value =
    operator === '='
      ? given
      : combine(machine, operator.slice(0, -1), currentOf(target, scope), given);
  give(target, copy(value), scope, node);
  return value;
}

export function count(node: Step, scope: Scope): Value {
  const target = targetOf(node.what, scope);
  const given = currentOf(target, scope);
  const before = isCounted(given, node.type) ? toNumber(given) : COUNTED;
  if (before instanceof Unknown) {
    give(target, before, scope, node);
    return before;
  }
  const after = combine(scope.machine, node.type, before, 1);
  give(target, after, scope, node);
  if (node.kind === 'pre') return after;
  return given === null ? null : before;
}

export function combine({ budget }: Machine, type: string, left: Value, right: Value): Value {
  budget.spend('characters', weightOf(left) + weightOf(right));
  if (left instanceof PhpArray && right instanceof PhpArray) budget.spend('steps', right.size);
  return operate(type, left, right);
}

const COUNTED = new Unknown('++ and -- are supported only for numbers');
export const REFERENCE = 'a reference';

/** Whether PHP increments a value as a number, unlike other texts, booleans, and null with `--`. */
function isCounted(value: Value, type: string): boolean {
  if (typeof value === 'string') return isNumeric(value);
  return typeof value !== 'boolean' && (value !== null || type === '+');
}

function currentOf(target: Target, scope: Scope): Value {
  return read(target, scope) ?? null;
}

function assignMissing(node: Assign, target: Target, scope: Scope): Value {
  const found = read(target, scope);
  if (found instanceof Unknown) {
    skipPart(node.right, found.why, scope, node.loc);
    give(target, found, scope, node);
    return found;
  }
  if (found !== undefined && found !== null) return found;
  const value = scope.machine.evaluate(node.right, scope);
  give(target, copy(value), scope, node);
  return value;
}

/** Assigns to the left side of an assignment, or to the target of a `foreach`. */
export function assignTo(node: Node, value: Value, scope: Scope, whole: Node): void {
  if (node.kind !== 'list') {
    return give(targetOf(node, scope), value, scope, whole);
  }
  for (const [index, item] of node.items.entries()) {
    if (item.kind === 'noop') continue;
    if (item.byRef === true) {
      skip(REFERENCE, scope, whole.loc);
      continue;
    }
    const key =
      item.key == null ? index : keyOf(scope.machine, scope.machine.evaluate(item.key, scope));
    const found =
      value instanceof PhpArray && !(key instanceof Unknown) ? find(value, key) : undefined;
    const given =
      found === undefined || found instanceof Unknown
        ? new Unknown('the value for this list is unknown')
        : copy(found.value);
    assignTo(item.value, given, scope, whole);
  }
}

function give(target: Target, value: Value, scope: Scope, whole: Node): void {
  if (!target.isVariable) {
    handOver([value], 'a property is given a closure', scope, whole.loc);
  }
  if (!target.isVariable && isOfRoute(target.node)) {
    leaveOut('a property of the class Route', scope, whole.loc, 'call');
  }
  write(target, value, scope, whole);
}

/** Whether a target is a static property whose class may be `Route`. */
function isOfRoute(node: Node): boolean {
  if (node.kind === 'offsetlookup') return isOfRoute(node.what);
  if (node.kind !== 'staticlookup') return false;
  return node.what.kind !== 'name' || isRouteClass(node.what.name);
}
