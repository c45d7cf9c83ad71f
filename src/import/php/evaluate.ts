/** Evaluates PHP's expressions, as far as the file tells what they give. */
import { assign, locate } from './assign.ts';
import type { Entry, Include, Node } from './ast.ts';
import { call } from './call.ts';
import { readConstant, readStatic } from './constants.ts';
import { concat, toBoolean, toKey, toNumber, toText } from './convert.ts';
import { include } from './include.ts';
import type { Machine, Scope } from './machine.ts';
import { operate } from './operators.ts';
import { Closure, copy, PhpArray, type Ref, Text, Unknown, type Value } from './values.ts';

/**
 * Evaluates an expression.
 *
 * @param machine the run
 * @param node the expression
 * @param scope where it stands
 * @returns its value, or that it is unknown and why
 *
 * @example
 * evaluate(machine, node, scope); // 'posts/(:num)'
 */
export function evaluate(machine: Machine, node: Node, scope: Scope): Value {
  const value = (part: Node): Value => evaluate(machine, part, scope);
  switch (node.kind) {
    case 'string':
    case 'nowdoc':
      return node.value;
    case 'identifier':
      // The key in "$array[key]".
      return node.name;
    case 'number':
      return numberOf(String(node.value));
    case 'boolean':
      return node.value;
    case 'nullkeyword':
      return null;
    case 'magic':
      return magic(node.value, scope);
    case 'array':
      return arrayOf(machine, node.items, scope);
    case 'variable':
      if (typeof node.name !== 'string')
        return new Unknown('the name of this variable is computed');
      return readVariable(node.name, scope);
    case 'name':
      return readConstant(machine, node.name);
    case 'offsetlookup':
      return readOffset(value(node.what), node.offset === false ? null : value(node.offset));
    case 'staticlookup':
      return readStatic(machine, node);
    case 'encapsed':
      if (node.type === 'shell') return new Unknown('a command of the shell');
      return node.value.map(value).reduce(concat, '');
    case 'encapsedpart':
    case 'expressionstatement':
      return value(node.expression);
    case 'bin':
      return binary(machine, node, scope);
    case 'unary':
      return unary(node.type, value(node.what));
    case 'cast':
      return cast(node.type, value(node.expr));
    case 'retif': {
      const test = value(node.test);
      const chosen = toBoolean(test);
      if (chosen instanceof Unknown) return chosen;
      if (!chosen) return value(node.falseExpr);
      return node.trueExpr === null ? test : value(node.trueExpr);
    }
    case 'isset':
      return isset(node.variables.map((part) => locate(machine, part, scope)));
    case 'empty': {
      const found = toBoolean(locate(machine, node.expression, scope) ?? null);
      return found instanceof Unknown ? found : !found;
    }
    case 'silent':
      return value(node.expr);
    case 'closure':
    case 'arrowfunc': {
      const uses = new Map<string, Ref>(node.kind === 'arrowfunc' ? scope.variables : []);
      for (const { name, byref } of node.uses ?? []) {
        const found = scope.variables.get(name) ?? { value: null };
        uses.set(name, byref === true ? found : { value: copy(found.value) });
      }
      return new Closure(node, uses);
    }
    case 'assign':
    case 'assignref':
    case 'pre':
    case 'post':
      return assign(machine, node, scope);
    case 'call':
      return call(machine, node, scope);
    case 'include':
      return include(machine, node as Include, scope);
    default:
      return new Unknown('what this gives is known only when the file runs');
  }
}

/** A number as PHP writes it; one that starts with 0 is octal. */
function numberOf(written: string): number {
  const digits = written.replaceAll('_', '');
  return /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
}

function magic(name: string, { source }: Scope): Value {
  const folder = source.file.includes('/') ? source.file.replace(/\/[^/]*$/, '') : '.';
  if (name === '__DIR__') return folder;
  if (name === '__FILE__') return source.file;
  return new Unknown(`what ${name} is`);
}

function arrayOf(machine: Machine, items: readonly Entry[], scope: Scope): Value {
  const made = new PhpArray();
  for (const item of items) {
    machine.record.comments(scope.items, scope.source, item.loc.start.offset);
    const place = machine.record.place(scope.source, item.loc);
    const given = evaluate(machine, item.value, scope);
    if (item.unpack === true) return new Unknown('an array that is unpacked into another');
    const key = item.key == null ? null : toKey(evaluate(machine, item.key, scope));
    if (key instanceof Unknown) return key;
    if (key === null) made.push(copy(given), place);
    else made.set(key, copy(given), place);
  }
  return made;
}

function readVariable(name: string, scope: Scope): Value {
  if (/^_[A-Z]+$|^GLOBALS$/.test(name))
    return new Unknown(`$${name} is known only when a request comes`);
  const found = scope.variables.get(name);
  return (
    found?.value ?? (found === undefined ? new Unknown(`$${name} is not set in this file`) : null)
  );
}

function readOffset(array: Value, offset: Value): Value {
  if (array instanceof Unknown) return array;
  const key = toKey(offset);
  if (key instanceof Unknown) return key;
  if (array instanceof PhpArray) {
    const slot = array.get(key);
    return slot === undefined ? new Unknown(`the array has no ${String(offset)}`) : slot.value;
  }
  if (typeof array === 'string' && typeof key === 'number') return array.at(key) ?? '';
  return new Unknown('this is not an array');
}

function binary(machine: Machine, node: Extract<Node, { kind: 'bin' }>, scope: Scope): Value {
  const { type } = node;
  if (type === '??') {
    const found = locate(machine, node.left, scope);
    if (isNamed(found)) return UNSURE;
    return found === undefined || found === null ? evaluate(machine, node.right, scope) : found;
  }
  const left = evaluate(machine, node.left, scope);
  const or = type === '||' || type === 'or';
  if (or || type === '&&' || type === 'and') {
    const first = toBoolean(left);
    if (first instanceof Unknown || first === or) return first;
    return toBoolean(evaluate(machine, node.right, scope));
  }
  return operate(type, left, evaluate(machine, node.right, scope));
}

function unary(type: string, value: Value): Value {
  if (type === '!') {
    const truth = toBoolean(value);
    return truth instanceof Unknown ? truth : !truth;
  }
  const number = toNumber(value);
  if (number instanceof Unknown) return number;
  return type === '-' ? -number : number;
}

function cast(type: string, value: Value): Value {
  if (type === 'string') return toText(value);
  if (type === 'bool' || type === 'boolean') return toBoolean(value);
  if (type === 'array')
    return value instanceof PhpArray ? value : new Unknown('a cast to an array');
  const number = toNumber(value);
  return number instanceof Unknown || type === 'float' ? number : Math.trunc(number);
}

const UNSURE = new Unknown('whether there is a route of this name');

/** Whether a value is what `Route::named` gives, which may be null. */
function isNamed(value: Value | undefined): boolean {
  if (!(value instanceof Text) || value.parts.length !== 1) return false;
  const [part] = value.parts;
  return typeof part !== 'string' && part.constant === undefined;
}

function isset(found: readonly (Value | undefined)[]): Value {
  const unknown = found.find((value) => value instanceof Unknown || isNamed(value));
  if (found.some((value) => value === undefined || value === null)) return false;
  if (unknown === undefined) return true;
  return unknown instanceof Unknown ? unknown : UNSURE;
}
