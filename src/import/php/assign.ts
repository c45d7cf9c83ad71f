/** Assigns to variables and to entries of arrays, as deep as they are. */
import type { Assign, Node, Step } from './ast.ts';
import { toKey, toNumber } from './convert.ts';
import { type Machine, type Scope, variable } from './machine.ts';
import { isNumeric, operate } from './operators.ts';
import { Closure, copy, PhpArray, type Place, Text, Unknown, type Value } from './values.ts';

type Assigning = Assign | Step;

/**
 * Carries out an assignment, `++` or `--`. What would give `$route` an unknown key or destination
 * is left out with a warning.
 *
 * @param machine the run
 * @param node the assignment
 * @param scope where it stands
 * @returns the value that it has as an expression
 */
export function assign(machine: Machine, node: Assigning, scope: Scope): Value {
  if ('what' in node) {
    const given = machine.evaluate(node.what, scope);
    const before = isCounted(given, node.type) ? toNumber(given) : COUNTED;
    if (before instanceof Unknown) {
      assignTo(machine, node.what, before, scope, node);
      return before;
    }
    const after = node.type === '+' ? before + 1 : before - 1;
    assignTo(machine, node.what, after, scope, node);
    return node.kind === 'pre' ? after : before;
  }
  const right =
    node.kind === 'assignref' ? refer(machine, node, scope) : machine.evaluate(node.right, scope);
  const { operator = '=' } = node;
  const value = operator === '=' ? right : compound(machine, node, operator, right, scope);
  assignTo(machine, node.left, copy(value), scope, node);
  return value;
}

const COUNTED = new Unknown('what ++ or -- makes of what is not a number');

/** A text is counted by its letters, nothing can be made less, and a boolean stays as it is. */
function isCounted(value: Value, type: string): boolean {
  if (typeof value === 'string') return isNumeric(value);
  return typeof value !== 'boolean' && (value !== null || type === '+');
}

/** Two variables for one value. What else two names have, an entry or `$route`, is not followed. */
function refer(machine: Machine, { left, right }: Assign, scope: Scope): Value {
  const [name, other] = [left, right].map((node) =>
    node.kind === 'variable' && node.name !== 'route' ? node.name : null,
  );
  if (typeof name === 'string' && typeof other === 'string') {
    const shared = variable(scope, other);
    scope.variables.set(name, shared);
    return shared.value;
  }
  if (rootOf(right) === null) return machine.evaluate(right, scope);
  lose(machine, right, 'a reference', scope, left);
  return new Unknown('a reference');
}

/**
 * An array that something may change which is not followed.
 *
 * @param node the array, or what is in it
 * @param whole the statement's node, for its place
 */
export function lose(machine: Machine, node: Node, why: string, scope: Scope, whole: Node): void {
  const root = rootOf(node);
  if (root === 'route') machine.record.leaveOut(scope.items, scope.source, whole.loc, why, 'entry');
  else if (root !== null) variable(scope, root).value = new Unknown(why);
}

/**
 * The value of a variable or an entry, for `isset`, `empty` and `??`.
 *
 * @returns `undefined` where it is not set
 */
export function locate(machine: Machine, node: Node, scope: Scope): Value | undefined {
  if (node.kind === 'variable' && typeof node.name === 'string') {
    const found = scope.variables.get(node.name);
    // A file that includes this one may have set what this one has not.
    return found === undefined ? machine.evaluate(node, scope) : found.value;
  }
  if (node.kind !== 'offsetlookup' || node.offset === false) return machine.evaluate(node, scope);
  const array = locate(machine, node.what, scope);
  if (!(array instanceof PhpArray)) return array instanceof Unknown ? array : undefined;
  const key = toKey(machine.evaluate(node.offset, scope));
  return key instanceof Unknown ? key : array.get(key)?.value;
}

/**
 * Gives a value to whatever stands on the left of an assignment, or between `foreach (… as` and `)`.
 *
 * @param target what is assigned to
 * @param value what it is given
 * @param whole the statement's node, for its place
 */
export function assignTo(
  machine: Machine,
  target: Node,
  value: Value,
  scope: Scope,
  whole: Node,
): void {
  switch (target.kind) {
    case 'variable':
      if (typeof target.name !== 'string') return;
      if (target.name === 'route' && value instanceof Unknown) {
        return machine.record.leaveOut(scope.items, scope.source, whole.loc, value.why, 'entry');
      }
      variable(scope, target.name).value = value;
      return;
    case 'list':
      for (const [index, item] of target.items.entries()) {
        if (item.kind === 'noop') continue;
        const key = item.key == null ? index : toKey(machine.evaluate(item.key, scope));
        const found =
          value instanceof PhpArray && !(key instanceof Unknown)
            ? value.get(key)?.value
            : undefined;
        assignTo(
          machine,
          item.value,
          found ?? new Unknown('what this list is given'),
          scope,
          whole,
        );
      }
      return;
    case 'offsetlookup':
      return assignEntry(machine, target, value, scope, whole);
    default:
  }
}

const MAPPED = 'it may take out what Route defined';

/** Takes out a variable or an entry. */
export function unset(machine: Machine, target: Node, scope: Scope, whole: Node): void {
  if (target.kind === 'variable' && typeof target.name === 'string') {
    variable(scope, target.name).value = target.name === 'route' ? new PhpArray() : null;
  }
  if (target.kind !== 'offsetlookup' || target.offset === false) return;
  const array = locate(machine, target.what, scope);
  const key = toKey(machine.evaluate(target.offset, scope));
  if (key instanceof Unknown) {
    if (rootOf(target) !== 'route') return;
    return machine.record.leaveOut(scope.items, scope.source, whole.loc, key.why, 'entry');
  }
  if (!(array instanceof PhpArray)) return;
  if (array.get(key) === undefined) {
    if (machine.maps.length > 0) lose(machine, target, MAPPED, scope, whole);
    return;
  }
  array.delete(key);
  if (rootOf(target) !== 'route') return;
  const place = machine.record.place(scope.source, whole.loc);
  machine.record.note(scope.items, place, `${shown(key)} is taken out again.`);
}

function compound(
  machine: Machine,
  { left }: Assign,
  operator: string,
  right: Value,
  scope: Scope,
) {
  if (operator === '??=') return locate(machine, left, scope) ?? right;
  return operate(operator.slice(0, -1), machine.evaluate(left, scope), right);
}

function assignEntry(
  machine: Machine,
  target: Extract<Node, { kind: 'offsetlookup' }>,
  value: Value,
  scope: Scope,
  whole: Node,
): void {
  const isRoute = rootOf(target) === 'route';
  const refuse = (why: string) => {
    if (isRoute) machine.record.leaveOut(scope.items, scope.source, whole.loc, why, 'entry');
  };
  const array = arrayAt(machine, target.what, scope, whole);
  if (array instanceof Unknown) return refuse(array.why);
  const key = target.offset === false ? null : toKey(machine.evaluate(target.offset, scope));
  if (key instanceof Unknown) return refuse(key.why);
  if (isRoute && value instanceof Unknown) return refuse(value.why);
  if (isRoute && value instanceof Closure) return refuse('its destination is a closure');
  const place = machine.record.place(scope.source, whole.loc);
  if (key === null) return array.push(value, place);
  const before = array.get(key);
  if (isRoute && before !== undefined && !(before.value instanceof PhpArray)) {
    machine.record.note(scope.items, place, again(key, before.place));
  }
  array.set(key, value, place);
}

/** The array that an entry is assigned in, made where there is none. */
function arrayAt(machine: Machine, node: Node, scope: Scope, whole: Node): PhpArray | Unknown {
  if (node.kind === 'variable' && typeof node.name === 'string') {
    const ref = variable(scope, node.name);
    if (ref.value === null || ref.value === '') ref.value = new PhpArray();
    return ref.value instanceof PhpArray
      ? ref.value
      : new Unknown(`$${node.name} is not an array here`);
  }
  if (node.kind !== 'offsetlookup') return new Unknown('this is not an array');
  const outer = arrayAt(machine, node.what, scope, whole);
  if (outer instanceof Unknown) return outer;
  const key = node.offset === false ? null : toKey(machine.evaluate(node.offset, scope));
  if (key instanceof Unknown) return key;
  const place = machine.record.place(scope.source, whole.loc);
  const found = key === null ? undefined : outer.get(key)?.value;
  if (found instanceof PhpArray && key !== null) {
    // The entry as a whole has changed with what is in it.
    outer.set(key, found, place);
    return found;
  }
  if (found !== undefined && found !== null) {
    return new Unknown('PHP stops here: what this entry holds is a text, not an array of methods');
  }
  const made = new PhpArray();
  if (key === null) outer.push(made, place);
  else outer.set(key, made, place);
  return made;
}

function rootOf(node: Node): string | null {
  if (node.kind === 'offsetlookup') return rootOf(node.what);
  return node.kind === 'variable' && typeof node.name === 'string' ? node.name : null;
}

function again(key: string | number | Text, first: Place): string {
  return `${shown(key)} is assigned again; it keeps its place of line ${first.line}.`;
}

function shown(key: string | number | Text): string {
  return key instanceof Text ? 'this key' : `'${key}'`;
}
