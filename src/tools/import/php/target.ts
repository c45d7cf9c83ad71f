/** Reads and writes variables and entries of arrays, at any depth. */
import { LONGEST } from '../pcre.ts';
import type { Node, StaticLookup } from './ast.ts';
import { find, toKey } from './convert.ts';
import { type Machine, type Scope, variable } from './machine.ts';
import { leaveOut, mayBeDefined, skip, skipPart } from './skip.ts';
import {
  type ArrayKey,
  Closure,
  COMPUTED,
  CUT,
  isRouteClass,
  isSuperglobal,
  OPEN_ENDED,
  PhpArray,
  type Place,
  Text,
  Unknown,
  unknownPart,
  type Value,
  weightOf,
} from './values.ts';

export type Operand = () => Value;

export interface Target {
  /** The variable's name, or the value of another expression. */
  readonly root: string | Value;
  readonly isVariable: boolean;
  /** The keys that lead to the entry; `null` is `[]`. */
  readonly keys: readonly (Operand | null)[];
  readonly node: Node;
}

/**
 * Prepares an operand. PHP reads a plain variable only when it performs the operation, after
 * evaluating the other operand: `$i . $i++` is '10' if `$i` is 0. Anything else is evaluated now.
 */
export function operand(node: Node, scope: Scope): Operand {
  if (node.kind === 'variable' && typeof node.name === 'string') {
    return () => scope.machine.evaluate(node, scope);
  }
  const value = scope.machine.evaluate(node, scope);
  return () => value;
}

/** Evaluates all keys of a variable or an entry, before the array itself is read. */
export function targetOf(node: Node, scope: Scope): Target {
  if (node.kind === 'variable') {
    const name =
      typeof node.name === 'string' ? node.name : scope.machine.evaluate(node.name as Node, scope); // the cast: an expression
    if (typeof name === 'string') return { root: name, isVariable: true, keys: [], node };
    const root = new Unknown('the name of this variable is computed');
    return { root, isVariable: true, keys: [], node };
  }
  if (node.kind === 'offsetlookup') {
    const { what, offset } = node;
    const outer = targetOf(what, scope);
    if (outer.root === CUT && offset !== false) {
      skipPart(offset, CUT.why, scope, offset.loc);
      return outer;
    }
    const key = offset === false ? null : operand(offset, scope);
    return { ...outer, keys: [...outer.keys, key], node };
  }
  return { root: scope.machine.evaluate(node, scope), isVariable: false, keys: [], node };
}

function nameOf({ root, isVariable }: Target): string | null {
  return isVariable && typeof root === 'string' ? root : null;
}

export function read(target: Target, scope: Scope): Value | undefined {
  const { root, keys } = target;
  const name = nameOf(target);
  let value: Value | undefined = name === null ? root : variableValue(name, scope);
  for (const key of keys) {
    const at = key === null ? new Unknown('[] has no value') : keyOf(scope.machine, key());
    if (value instanceof Unknown) continue;
    if (typeof value === 'string') scope.machine.budget.spend('characters', value.length);
    value = at instanceof Unknown ? at : entryOf(value, at);
  }
  return sure(value, scope);
}

/** An array, unless an entry may be missing. `Route::map` takes the table as it is. */
function sure<Given extends Value | undefined>(value: Given, { machine }: Scope): Given | Unknown {
  if (!(value instanceof PhpArray) || value === machine.route.value) return value;
  return value.unsure ?? value;
}

/** The value of a variable. One that is unset may be set by the code that includes the file. */
export function readVariable(name: string, scope: Scope): Value {
  return sure(variableValue(name, scope), scope);
}

function variableValue(name: string, scope: Scope): Value {
  if (isSuperglobal(name)) {
    return new Unknown(`$${name} is known only when a request comes`);
  }
  const found = scope.variables.get(name);
  return found === undefined ? new Unknown(`$${name} is not set in this file`) : found.value;
}

/**
 * Assigns to a variable or an entry. An unknown key or destination of `$route` is left out with a
 * warning. Any other array becomes unknown.
 */
export function write(target: Target, value: Value, scope: Scope, whole: Node): void {
  const { machine } = scope;
  const name = nameOf(target);
  if (name === null || isSuperglobal(name)) {
    return writeElsewhere(target, name, scope, whole);
  }
  const isRoute = name === 'route';
  const refuse = (why: string): void => refuseWrite(name, why, scope, whole);
  const keys = target.keys.map((key) => key && keyOf(machine, key()));
  const strange = keys.find((key) => key instanceof Unknown);
  if (keys.length === 0) {
    if (isRoute && value instanceof Unknown) return refuse(value.why);
    variable(scope, name).value = value;
    return;
  }
  const ref = variable(scope, name);
  if (ref.value === null || ref.value === false) ref.value = new PhpArray(machine.budget);
  if (ref.value instanceof Unknown) return refuse(ref.value.why);
  if (!(ref.value instanceof PhpArray)) return refuse(`$${name} is not an array here`);
  const [first] = keys;
  if (isRoute && keys.some((key) => key !== null && weightOf(key) > LONGEST)) {
    return refuse(`this key is longer than ${LONGEST} characters`);
  }
  if (strange !== undefined) {
    refuse(strange.why);
    const isKnown = isRoute && first !== null && !(first instanceof Unknown);
    if (isKnown) ref.value.set(first, left(strange.why), placeOf(whole, scope));
    return;
  }
  const given = isRoute ? keepOut(value, scope, whole) : value;
  const known = keys as (ArrayKey | null)[]; // the cast: no key is unknown
  const array = arrayAt(ref.value, known.slice(0, -1), scope, whole);
  if (array instanceof Unknown) return refuse(array.why);
  const place = placeOf(whole, scope);
  const key = known[known.length - 1];
  if (key === null && array.isOpenEnded) return refuse(OPEN_ENDED);
  if (key === null) return array.push(given, place);
  const before = array.get(key);
  if (isRoute && before !== undefined && !(before.value instanceof PhpArray)) {
    const text = `${shown(key)} is assigned again; it keeps its place of line ${before.place.line}`;
    machine.record.note(scope.items, place, text);
  }
  array.set(key, given, place);
}

function placeOf(node: Node, { machine, source }: Scope): Place {
  return machine.record.place(source, node.loc);
}

/** Warns of a destination that only PHP can compute, and leaves the requests of its row to PHP. */
function keepOut(value: Value, scope: Scope, whole: Node): Value {
  const why = value instanceof Closure ? COMPUTED : value instanceof Unknown ? value.why : null;
  if (why === null) return value;
  leaveOut(why, scope, whole.loc, 'entry');
  return left(why);
}

/** Skips a write to `$route` with a warning, and makes any other variable unknown. */
function refuseWrite(name: string, why: string, scope: Scope, whole: Node): void {
  if (name === 'route') leaveOut(why, scope, whole.loc, 'entry');
  else variable(scope, name).value = new Unknown(why);
}

/** Handles a property, an entry of `$GLOBALS`, or a variable whose name is unknown. */
function writeElsewhere(
  { isVariable, keys }: Target,
  name: string | null,
  scope: Scope,
  whole: Node,
): void {
  const [first] = keys.map((key) => key?.());
  if (!isVariable) return;
  if (name === null) skip('the name of this variable is computed', scope, whole.loc);
  else if (name === 'GLOBALS' && (typeof first !== 'string' || first === 'route')) {
    leaveOut(GLOBAL, scope, whole.loc, 'entry');
  }
}

/** The value of a row that is left to PHP, of which a warning tells. */
function left(why: string): Unknown {
  return new Unknown(why, true);
}

export const GLOBAL =
  'CodeIgniter includes this file inside a method, so a global variable is none of its own';

export function keyOf({ budget }: Machine, value: Value): ArrayKey | Unknown {
  budget.spend('characters', weightOf(value));
  return toKey(value);
}

function entryOf(value: Value | undefined, key: ArrayKey): Value | undefined {
  if (value instanceof PhpArray) {
    const found = find(value, key);
    return found instanceof Unknown ? found : found?.value;
  }
  if (typeof value !== 'string') return undefined;
  if (key instanceof Text) return unknownPart(key);
  if (typeof key !== 'number' && !/^-?\d{1,9}$/.test(String(key))) return undefined;
  if (!/^\p{ASCII}*$/u.test(value)) return new Unknown('a byte of a text that is not ASCII');
  return value.at(Number(key));
}

function arrayAt(
  root: PhpArray,
  keys: readonly (ArrayKey | null)[],
  scope: Scope,
  whole: Node,
): PhpArray | Unknown {
  let array = root;
  for (const key of keys) {
    const place = scope.machine.record.place(scope.source, whole.loc);
    const inner = key === null ? undefined : array.inner(key);
    if (inner !== undefined && key !== null) {
      // The outer entry changes with its content.
      array.set(key, inner, place);
      array = inner;
      continue;
    }
    const found = key === null ? undefined : array.get(key)?.value;
    if (found instanceof Unknown) return found;
    if (found !== undefined && found !== null) {
      return new Unknown(
        "PHP stops here: an earlier line made this entry a text, which has no methods; add ['get'] to that line",
      );
    }
    if (key === null && array.isOpenEnded) return new Unknown(OPEN_ENDED);
    const made = new PhpArray(scope.machine.budget);
    if (key === null) array.push(made, place);
    else array.set(key, made, place);
    array = made;
  }
  return array;
}

export function remove(target: Target, scope: Scope, whole: Node): void {
  const { machine } = scope;
  const name = nameOf(target);
  if (name === null || name === 'GLOBALS') {
    return writeElsewhere(target, name, scope, whole);
  }
  const { keys, ...root } = target;
  if (keys.length === 0) {
    // Elsewhere, this is another name for the variable, which stays.
    const isRoot = variable(scope, name) === machine.route;
    if (isRoot) machine.route.value = new PhpArray(machine.budget);
    else scope.variables.set(name, { value: null });
    return;
  }
  const isRoute = name === 'route';
  const refuse = (why: string) => refuseWrite(name, why, scope, whole);
  const known = keys.map((key) => key && keyOf(machine, key()));
  const strange = known.find((key) => key instanceof Unknown);
  if (strange !== undefined) return refuse(strange.why);
  const outer = read({ ...root, keys: keys.slice(0, -1) }, scope);
  const key = known[known.length - 1] as ArrayKey | null; // the cast: no key is unknown
  if (!(outer instanceof PhpArray) || key === null) return;
  const found = find(outer, key);
  if (found instanceof Unknown) return refuse(found.why);
  if (found === undefined) {
    if (machine.maps.length > 0) refuse('it may remove routes that Route defined');
    return;
  }
  const path = known.slice(0, -1) as ArrayKey[]; // the cast: the array there was found
  const array = arrayAt(variable(scope, name).value as PhpArray, path, scope, whole);
  (array as PhpArray).delete(key); // the cast: as above
  if (!isRoute) return;
  const place = machine.record.place(scope.source, whole.loc);
  machine.record.note(scope.items, place, `${shown(key)} is removed again`);
}

function shown(key: ArrayKey): string {
  return key instanceof Text || weightOf(key) > LONGEST ? 'this key' : `'${key}'`;
}

/** The value of a constant. A constant that is defined elsewhere stays a name. */
export function readConstant(machine: Machine, name: string): Value {
  const bare = name.replace(/^\\/, '');
  const word = bare.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  const known = machine.constants.get(bare) ?? machine.constants.get(bare.replace(/^.*\\/, ''));
  return known ?? new Text([{ constant: bare }]);
}

/** The value of a class's constant or static property. A constant stays a name if it is unknown. */
export function readStatic(machine: Machine, { what, offset }: StaticLookup): Value {
  if (what.kind !== 'name') {
    return new Unknown('the class of this constant or property is not known');
  }
  const type = what.name.replace(/^\\/, '');
  if (offset.kind !== 'identifier') return new Unknown(`a property of ${type} is not known here`);
  if (offset.name === 'class' && isRouteClass(type)) return 'Route';
  const constant = `${type}::${offset.name}`;
  return machine.constants.get(constant) ?? new Text([{ constant }]);
}

/**
 * Defines a constant. It keeps its first value, which is unknown if skipped code may have given it.
 * @returns whether it had no value before
 */
export function define(machine: Machine, name: string, value: Value): boolean | Unknown {
  const { constants } = machine;
  if (constants.has(name)) return false;
  const isOpen = mayBeDefined(machine, name);
  if (isOpen) constants.set(name, new Unknown(`${name} may have another value by then`));
  else if (!(value instanceof Unknown)) constants.set(name, value);
  return isOpen ? new Unknown(`it is unknown whether ${name} is defined`) : true;
}
