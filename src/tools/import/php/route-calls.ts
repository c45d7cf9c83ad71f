/** The calls of Bonfire's class `Route`. waymark's has the same names. */
import type { Location } from './ast.ts';
import { toNumber, toText } from './convert.ts';
import { isVerb } from './effects.ts';
import type { Argument, Item, RouteCall } from './journal.ts';
import type { Scope } from './machine.ts';
import { handOver, leaveOut } from './skip.ts';
import { Closure, copy, PhpArray, Text, Unknown, type Value } from './values.ts';

/** Records a call of `Route`. If part of it is unknown, it is skipped with a warning. */
export function callRoute(loc: Location, name: string, args: readonly Value[], scope: Scope) {
  const { machine } = scope;
  const method = name.toLowerCase();
  const place = machine.record.place(scope.source, loc);
  if (method === 'map') {
    const table = args[0] ?? new PhpArray(machine.budget);
    if (table instanceof Unknown) leaveOut(table.why, scope, loc);
    machine.maps.push({ table: copy(table), order: place.order });
    return copy(table);
  }
  try {
    const [written, nested = null] = read(method, args, scope);
    scope.items.push({ kind: 'call', place, method, args: written, nested });
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    handOver(args, error.message, scope, loc);
    machine.record.leaveOut(scope.items, scope.source, loc, error.message, 'call');
    const [pattern = null] = isVerb(method) ? args.slice(0, 1).map(toText) : [];
    if (pattern === null || pattern instanceof Unknown) return null;
    const left = machine.record.place(scope.source, loc);
    scope.items.push({
      kind: 'call',
      place: left,
      method,
      args: [pattern],
      nested: null,
      isLeft: true,
    });
  }
  return null;
}

/** Implements `Route::named('login')`: a text that is unknown until all routes are defined. */
export function namedRoute([first = '']: readonly Value[]): Value {
  const name = toText(first);
  if (typeof name !== 'string') return new Unknown('the name of this route is not known');
  return new Text([{ named: name }]);
}

class LeftOut extends Error {}

type Read = readonly [args: RouteCall['args'], nested?: RouteCall['nested']];

function read(method: string, args: readonly Value[], scope: Scope): Read {
  const [first = null, second = null, third = null, fourth = null] = args;
  const name = () => text(first, 'the name');
  if (isVerb(method)) {
    for (const key of third instanceof PhpArray ? third.keys() : []) {
      if (!/^(?:before|filter|middlewares?|namespace)$/i.test(String(key))) continue;
      throw new LeftOut(`the option ${key}, which Bonfire's class Route does not have`);
    }
    const nested = nest(fourth, 'children', scope);
    const row = [text(first, 'the pattern'), text(second, 'the destination')];
    return [[...row, options(third, ['as'])], nested];
  }
  switch (method) {
    case 'resources': {
      const given = options(second, ['controller', 'module', 'constraint', 'offset']);
      return [[name(), given], nest(third, 'children', scope)];
    }
    case 'context': {
      const swapped = second instanceof PhpArray;
      const controller =
        swapped || second === null || second === '' ? [] : [text(second, 'the controller')];
      const given = options(swapped ? second : third, ['offset', 'home']);
      return [[name(), ...controller, given]];
    }
    case 'prefix':
      return [[name()], nest(second, 'callback', scope)];
    case 'block':
      return [args.map((arg) => text(arg, 'the pattern'))];
    case 'reset':
      return [[]];
    default:
      throw new LeftOut(`the Route library has no method ${method}`);
  }
}

function text(value: Value, what: string): string | Text {
  const found = toText(value);
  if (found instanceof Unknown) throw new LeftOut(`${what} is unknown: ${found.why}`);
  return found;
}

function whole(value: Value, what: string): number {
  const found = toNumber(value);
  if (found instanceof Unknown) throw new LeftOut(`${what} is unknown: ${found.why}`);
  return Math.trunc(found);
}

/** The options of the class. It ignores empty and unknown ones. */
function options(value: Value, known: readonly string[]): ReadonlyMap<string, Argument> {
  const made = new Map<string, Argument>();
  if (value instanceof Unknown) throw new LeftOut(`the options are unknown: ${value.why}`);
  if (!(value instanceof PhpArray)) return made;
  for (const { key, value: given } of value.list()) {
    if (typeof key !== 'string' || !known.includes(key)) continue;
    if (key === 'offset') made.set(key, whole(given, 'the option offset'));
    else if (given !== null && given !== '') made.set(key, text(given, `the option ${key}`));
  }
  return made;
}

function nest(value: Value, as: 'callback' | 'children', scope: Scope): RouteCall['nested'] {
  if (!(value instanceof Closure)) {
    if (value === null || value === false) return null;
    throw new LeftOut('its callback is not a closure of this file');
  }
  const items: Item[] = [];
  scope.machine.call(value, [], { ...scope, items });
  scope.machine.record.comments(items, scope.source, value.node.loc.end.offset);
  return { items, as };
}
