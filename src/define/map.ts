import { badArgument } from '../errors/argument.ts';
import { tableKey } from '../errors/show.ts';
import { expandPlaceholders } from '../pattern/placeholder.ts';
import type { Handler } from '../table/handler.ts';
import { formatKey } from '../table/key.ts';
import { METHODS, type Method } from '../table/methods.ts';
import { DEFAULT_CONTROLLER } from '../table/settings.ts';
import {
  type Entry,
  isDefaultControllerWritten,
  markDefaultController,
  type RouteTable,
  readTable,
  type SuppliedTable,
  writeTable,
} from '../table/table.ts';
import { type Definition, registry } from './registry.ts';

interface Target {
  readonly to: string;
  readonly handler: Handler | undefined;
  readonly name: string | undefined;
}

/** A key of the table, and the methods' own keys that come right before it. */
interface Slot {
  readonly key: string;
  readonly method: Method | null;
  readonly pattern: string;
  target: Target;
  readonly before: Map<Method, Target>;
}

/**
 * Makes the route table: the supplied one, and over it every definition in order, so that each
 * method's requests get what CodeIgniter gives when the same calls run in PHP during such a request.
 * As in PHP's arrays, assigning to a key that exists changes its destination and keeps its place.
 * @param method where given, the table that PHP has during a request of this method
 * @param defaultHome the default controller where the table has none
 * @param source what is replayed, by default all that has been defined; and the call, for errors
 * @throws {WaymarkError} where the table or the method is wrong
 */
export function mapTable(
  table: SuppliedTable,
  method: Method | undefined,
  defaultHome: string,
  source: { readonly definitions?: readonly Definition[]; readonly where?: string } = {},
): RouteTable {
  const { definitions = registry().definitions, where = 'Route.map' } = source;
  if (method !== undefined && !METHODS.includes(method)) {
    throw badArgument('Route.map', 'method', `one of ${METHODS.join(', ')}`, method);
  }
  const builder = new TableBuilder();
  for (const entry of readTable(table, where)) builder.supply(entry, where);
  const controller = builder.defaultController(defaultHome);
  for (const { method: own, from, to, handler, name } of definitions) {
    const filled = to.replaceAll('{default_controller}', () => controller);
    builder.define(own, from, { to: filled, handler, name });
  }
  const made = method === undefined ? builder.table() : builder.tableOf(method);
  return markDefaultController(made, isDefaultControllerWritten(table, true));
}

class TableBuilder {
  private readonly slots: Slot[] = [];
  /** The slots that can answer, by the key's canonical form. */
  private readonly live = new Map<string, Slot>();

  /** Adds an entry of the supplied table, with its key as spelled. */
  supply({ key, method, pattern: written, to, handler, name }: Entry, where: string): void {
    const pattern = expandPlaceholders(tableKey(where, key), written, registry().placeholders);
    const asSpelled = pattern === written && !/^\d/.test(key);
    const spelled = asSpelled ? key : formatKey(method, pattern);
    this.add(spelled, method, pattern, { to, handler, name });
  }

  /** The default controller, set where it is missing. */
  defaultController(missing: string): string {
    const key = DEFAULT_CONTROLLER;
    const slot = this.live.get(key);
    if (slot !== undefined) return slot.target.to;
    this.add(key, null, key, { to: missing, handler: undefined, name: undefined });
    return missing;
  }

  define(method: Method | null, pattern: string, target: Target): void {
    if (method === null) return this.defineForAll(pattern, target);
    const own = this.live.get(formatKey(method, pattern));
    const bare = this.live.get(formatKey(null, pattern));
    if (own !== undefined) own.target = renamed(own.target, target);
    else if (bare !== undefined) {
      bare.before.set(method, renamed(bare.before.get(method), target));
    } else this.add(formatKey(method, pattern), method, pattern, target);
  }

  table(): RouteTable {
    return writeTable(this.entries());
  }

  tableOf(method: Method): RouteTable {
    const entries = this.entries().filter(({ own }) => own === null || own === method);
    return writeTable(entries.map((entry) => ({ ...entry, key: formatKey(null, entry.pattern) })));
  }

  private defineForAll(pattern: string, target: Target): void {
    for (const method of METHODS) {
      const own = this.live.get(formatKey(method, pattern));
      if (own !== undefined) own.target = renamed(own.target, target);
    }
    const key = formatKey(null, pattern);
    const bare = this.live.get(key);
    if (bare === undefined) return this.add(key, null, pattern, target);
    bare.target = renamed(bare.target, target);
    for (const [method, before] of bare.before) bare.before.set(method, renamed(before, target));
  }

  private add(key: string, method: Method | null, pattern: string, target: Target): void {
    const slot: Slot = { key, method, pattern, target, before: new Map() };
    this.slots.push(slot);
    const canonical = formatKey(method, pattern);
    // A supplied key behind one that answers all its requests is kept, but never answers.
    if (this.live.has(canonical) || this.live.has(formatKey(null, pattern))) return;
    this.live.set(canonical, slot);
  }

  private entries() {
    return this.slots.flatMap(({ key, method, pattern, target, before }) => [
      ...Array.from(before, ([own, first]) => ({
        key: formatKey(own, pattern),
        own,
        pattern,
        ...first,
      })),
      { key, own: method, pattern, ...target },
    ]);
  }
}

/** A route that is defined again keeps its name unless it gets another: its URL is the same. */
function renamed(before: Target | undefined, target: Target): Target {
  return { ...target, name: target.name ?? before?.name };
}
