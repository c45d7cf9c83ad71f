/** Evaluates PHP expressions, as far as the file determines them. */
import { assign, combine, count, REFERENCE } from './assign.ts';
import type { Callable, Entry, Include, Node, Offset, Variable } from './ast.ts';
import { argumentsOf, call, callUnseen } from './call.ts';
import { FLOAT, INEXACT, isNumeric, toBoolean, toNumber, toText } from './convert.ts';
import { include } from './include.ts';
import { type Machine, type Scope, Stopped, variable } from './machine.ts';
import { leaveOut, skip, skipPart } from './skip.ts';
import {
  keyOf,
  operand,
  read,
  readConstant,
  readStatic,
  readVariable,
  targetOf,
} from './target.ts';
import {
  Closure,
  CUT,
  copy,
  isRouteClass,
  OPEN_ENDED,
  PhpArray,
  type Ref,
  Text,
  Unknown,
  type Value,
  weightOf,
} from './values.ts';

export function evaluate(node: Node, scope: Scope): Value {
  scope.machine.budget.spend('steps');
  return isMisread(scope.machine, node) ? skip(WORDS, scope, node.loc) : compute(node, scope);
}

function compute(node: Node, scope: Scope): Value {
  const { machine } = scope;
  const value = (part: Node): Value => evaluate(part, scope);
  switch (node.kind) {
    case 'string':
    case 'nowdoc':
      return textOf(node.value, node.raw);
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
      return arrayOf(node.items, scope);
    case 'variable':
    case 'offsetlookup':
      return readTarget(node, scope);
    case 'name':
      return readConstant(machine, node.name);
    case 'staticlookup':
      if (node.what.kind !== 'name') value(node.what);
      if (!isPlain(node.offset)) unknownPart(node.offset, scope);
      return readStatic(machine, node);
    case 'propertylookup':
    case 'nullsafepropertylookup': {
      const object = value(node.what);
      if (object === CUT) return CUT;
      if (node.kind === 'propertylookup') return unknownPart(node.offset, scope);
      if (object !== null) unknownPart(node.offset, scope);
      return CUT;
    }
    case 'encapsed':
      return encapsed(node, scope);
    case 'encapsedpart':
    case 'expressionstatement':
      return value(node.expression);
    case 'bin':
      return binary(node, scope);
    case 'unary':
      return unary(node.type, paid(machine, value(node.what)));
    case 'cast':
      return cast(node.type, paid(machine, value(node.expr)));
    case 'retif': {
      const test = value(node.test);
      const chosen = toBoolean(test);
      if (chosen instanceof Unknown) {
        const parts = [node.trueExpr ?? node.falseExpr, node.falseExpr];
        return skipPart(parts, chosen.why, scope, node.loc);
      }
      if (!chosen) return value(node.falseExpr);
      return node.trueExpr === null ? test : value(node.trueExpr);
    }
    case 'isset':
      return isset(node.variables, scope);
    case 'empty': {
      const found = toBoolean(locate(node.expression, scope) ?? null);
      return found instanceof Unknown ? found : !found;
    }
    case 'silent':
      return value(node.expr);
    case 'print':
      value(node.expression);
      return 1;
    case 'exit':
      if (node.expression !== null) value(node.expression);
      throw new Stopped('PHP stops here');
    case 'clone':
      value(node.what);
      return UNSEEN;
    case 'throw':
      value(node.what);
      throw new Stopped('PHP stops here');
    case 'new':
      return create(node, scope);
    case 'closure':
    case 'arrowfunc':
      return closureOf(node, scope);
    case 'assign':
    case 'assignref':
      return assign(node, scope);
    case 'pre':
    case 'post':
      return count(node, scope);
    case 'call':
      return call(node, scope);
    case 'include':
      return include(node as Include, scope);
    default:
      return skip(UNSEEN.why, scope, node.loc);
  }
}

const UNSEEN = new Unknown('this value is known only when the file runs');

function paid({ budget }: Machine, value: Value): Value {
  budget.spend('characters', weightOf(value));
  return value;
}

/** A text. Escapes for bytes beyond ASCII are not characters. */
function textOf(value: string, raw: string): Value {
  const isEscaped = /\\(?:x[89a-f][\da-f]|[23][0-7][0-7])/i.test(raw) && !raw.startsWith("'");
  return isEscaped ? new Unknown('an escape that stands for a byte beyond ASCII') : value;
}

/** A number as PHP writes it. A number that starts with 0 is octal. */
function numberOf(written: string): Value {
  const digits = written.replaceAll('_', '');
  const number = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  const isWhole = Number.isInteger(number);
  if (isWhole && !/^0[xX]/.test(digits) && /[.eE]/.test(digits)) return new Unknown(FLOAT);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : new Unknown(INEXACT);
}

function magic(name: string, { source }: Scope): Value {
  const folder = source.file.includes('/') ? source.file.replace(/\/[^/]*$/, '') : '.';
  if (name === '__DIR__') return folder;
  if (name === '__FILE__') return source.file;
  return new Unknown(`the value of ${name} is unknown`);
}

/** Evaluates an array. PHP evaluates each key before its value. */
function arrayOf(items: readonly Entry[], scope: Scope): Value {
  const { machine } = scope;
  const made = new PhpArray(machine.budget);
  let strange: Unknown | null = null;
  for (const item of items) {
    machine.record.comments(scope.items, scope.source, item.loc.start.offset);
    const place = machine.record.place(scope.source, item.loc);
    if (item.byRef === true) {
      strange = skip(REFERENCE, scope, item.value.loc);
      continue;
    }
    const keyed = item.key == null ? null : operand(item.key, scope);
    const given = evaluate(item.value, scope);
    if (item.unpack === true) {
      strange = new Unknown('an array that is unpacked into another');
      continue;
    }
    const key = keyed === null ? null : keyOf(machine, keyed());
    if (key instanceof Unknown) strange = key;
    else if (key === null && made.isOpenEnded) strange = new Unknown(OPEN_ENDED);
    else if (key === null) made.push(copy(given), place);
    else made.set(key, copy(given), place);
  }
  return strange ?? made;
}

function readTarget(node: Variable | Offset, scope: Scope): Value {
  if (node.kind === 'variable' && typeof node.name === 'string') {
    return readVariable(node.name, scope);
  }
  const target = targetOf(node, scope);
  const found = read(target, scope);
  if (found !== undefined) return found;
  const { keys } = target;
  const array = read({ ...target, keys: keys.slice(0, -1) }, scope);
  const key = keys[keys.length - 1]?.();
  if (array instanceof PhpArray) return new Unknown(`the array has no ${String(key).slice(0, 80)}`);
  return typeof array === 'string' && typeof key === 'number'
    ? ''
    : new Unknown('this is not an array');
}

/** The value for `isset`, `empty` and `??`; `undefined` if it is unset. */
function locate(node: Node, scope: Scope): Value | undefined {
  return read(targetOf(node, scope), scope);
}

function unknownPart(part: Node, scope: Scope): Value {
  if (part.kind === 'variable' || part.kind === 'identifier') return UNSEEN;
  evaluate(part, scope);
  return UNSEEN;
}

/** Whether the name of a static property or class constant is not computed. */
function isPlain(node: Node): boolean {
  return node.kind === 'identifier' || (node.kind === 'variable' && typeof node.name === 'string');
}

function encapsed({ type, value }: Extract<Node, { kind: 'encapsed' }>, scope: Scope): Value {
  const parts = value
    .map(({ expression }) => expression)
    .filter((part) => part.kind !== 'string' || part.value !== '');
  // Two parts take one operation; more parts take one each.
  const operands = parts.map((part) => {
    if (parts.length === 2) return operand(part, scope);
    const given = evaluate(part, scope);
    return () => given;
  });
  if (type === 'shell') return new Unknown('a command of the shell');
  return operands.reduce<Value>((text, part) => combine(scope.machine, '.', text, part()), '');
}

function binary(node: Extract<Node, { kind: 'bin' }>, scope: Scope): Value {
  const { type, left, right } = node;
  if (type === '??') {
    const found = locate(left, scope);
    const unknown = isNamed(found) ? UNSURE : found;
    if (unknown instanceof Unknown) {
      return skipPart(right, unknown.why, scope, node.loc);
    }
    return found === undefined || found === null ? evaluate(right, scope) : found;
  }
  const or = type === '||' || type === 'or';
  if (or || type === '&&' || type === 'and') {
    const first = toBoolean(evaluate(left, scope));
    if (first instanceof Unknown) return skipPart(right, first.why, scope, node.loc);
    return first === or ? first : toBoolean(evaluate(right, scope));
  }
  const first = operand(left, scope);
  if (type === 'instanceof') {
    if (right.kind !== 'name') evaluate(right, scope);
    return new Unknown('the class of an object is unknown');
  }
  const second = evaluate(right, scope);
  return combine(scope.machine, type, first(), second);
}

function unary(type: string, value: Value): Value {
  if (type === '!') {
    const truth = toBoolean(value);
    return truth instanceof Unknown ? truth : !truth;
  }
  if (value instanceof Unknown) return value;
  if (type === '~' || (typeof value === 'string' && !isNumeric(value))) {
    return new Unknown(`${type} is not supported for this value`);
  }
  const number = toNumber(value);
  if (number instanceof Unknown) return number;
  return type === '-' ? -number : number;
}

function cast(type: string, value: Value): Value {
  if (value instanceof Unknown) return value;
  if (type === 'string' || type === 'binary') return toText(value);
  if (type === 'bool' || type === 'boolean') return toBoolean(value);
  if (type === 'array')
    return value instanceof PhpArray ? value : new Unknown('a cast to an array');
  if (!/^(?:int|integer|float|double|real)$/.test(type)) return new Unknown('a cast to an object');
  const number = toNumber(value);
  if (number instanceof Unknown) return number;
  if (!/^int/.test(type)) return Number.isInteger(number) ? new Unknown(FLOAT) : number;
  const whole = Math.trunc(number);
  return Number.isSafeInteger(whole) ? whole : new Unknown(INEXACT);
}

function create(node: Extract<Node, { kind: 'new' }>, scope: Scope): Value {
  const { what } = node;
  let type: Value = null;
  if (what.kind === 'class') skip('the methods of a class', scope, node.loc);
  else type = what.kind === 'name' ? what.name : evaluate(what, scope);
  if (typeof type === 'string' && isRouteClass(type)) {
    leaveOut('an object of the class Route', scope, node.loc, 'call');
  }
  if (type instanceof Unknown) {
    leaveOut('the class of this object is not known', scope, node.loc, 'call');
  }
  return callUnseen(argumentsOf(node, scope), UNSEEN.why, scope);
}

function closureOf(node: Callable, scope: Scope): Closure {
  const uses = new Map<string, Ref>();
  for (const { name, byref } of node.uses ?? []) {
    const shared = byref === true ? variable(scope, name) : null;
    if (shared !== null) scope.machine.captured.add(shared);
    uses.set(name, shared ?? { value: copy(readVariable(name, scope)) });
  }
  // An arrow function captures every variable by value.
  if (node.kind === 'arrowfunc') {
    scope.machine.budget.spend('steps', scope.variables.size);
    for (const [name, { value }] of scope.variables) uses.set(name, { value: copy(value) });
  }
  return new Closure(node, uses, scope.source);
}

const UNSURE = new Unknown('it is unknown whether a route has this name');

/** Whether a value is a result of `Route::named`, which may be null. */
function isNamed(value: Value | undefined): boolean {
  if (!(value instanceof Text) || value.parts.length !== 1) return false;
  const [part] = value.parts;
  return typeof part !== 'string' && part.constant === undefined;
}

/** Evaluates `isset`. PHP stops at the first argument that is unset. */
function isset(variables: readonly Node[], scope: Scope): Value {
  let unknown: Unknown | null = null;
  for (const node of variables) {
    if (unknown !== null) {
      skipPart(node, unknown.why, scope, node.loc);
      continue;
    }
    const found = locate(node, scope);
    if (found === undefined || found === null) return false;
    if (found instanceof Unknown) unknown = found;
    else if (isNamed(found)) unknown = UNSURE;
  }
  return unknown ?? true;
}

const WORDS = 'and, or and xor need brackets here: this parser groups them differently from PHP';

/** The last operand of an expression, by the kind of the expression. */
const LAST: ReadonlyMap<string, string> = new Map([
  ['assign', 'right'],
  ['retif', 'falseExpr'],
  ['print', 'expression'],
  ['bin', 'right'],
  ['unary', 'what'],
  ['cast', 'expr'],
  ['silent', 'expr'],
  ['include', 'target'],
]);

/**
 * Whether php-parser may have grouped `and`, `or` and `xor` differently from PHP: it reads
 * `$a = b and c or d` as `$a = (b and c) or d`, and `a ? b : c or d` as `a ? b : (c or d)`.
 */
function isMisread({ checked, budget }: Machine, node: Node): boolean {
  const own = wordOf(node);
  if (own !== null && node.kind === 'bin' && isOther(node.left, own)) return true;
  // The walk from the node around it covered this one.
  if (checked.has(node)) return false;
  let outer = node;
  for (;;) {
    const field = LAST.get(outer.kind);
    if (field === undefined) return false;
    budget.spend('steps');
    // The cast: a node of a listed kind has the field.
    const last = (outer as unknown as Readonly<Record<string, Node>>)[field];
    if (isGrouped(last)) return false;
    if (isOther(last, wordOf(outer))) return true;
    checked.add(last);
    outer = last;
  }
}

/** Whether an expression without brackets has another of these operators. */
function isOther(node: Node, own: string | null): boolean {
  const word = isGrouped(node) ? null : wordOf(node);
  return word !== null && word !== own;
}

function wordOf(node: Node): string | null {
  return node.kind === 'bin' && /^(?:x?or|and)$/.test(node.type) ? node.type : null;
}

function isGrouped(node: Node): boolean {
  return 'parenthesizedExpression' in node && node.parenthesizedExpression === true;
}
