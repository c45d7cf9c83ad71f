/** Finds the handlers of a compiled table in the modules that define them. */
import { WaymarkError } from 'waymark';
import { quote } from 'waymark/internal';
import type { Source } from '../inspect.ts';
import { OUTER, setAround } from './locals.ts';
import type { Handler, Module } from './module.ts';
import { positionOf } from './syntax.ts';

export interface FoundHandler {
  readonly key: string;
  readonly file: string;
  readonly index: number;
  readonly handler: Handler;
}

/** Finds the definition of a handler, and throws if the handler can't be moved. */
export function findHandler(module: Module | null, key: string, source: Source): FoundHandler {
  const refusal = (problem: string, advice: string) => {
    const where = `${source.file}:${source.line}`;
    return new WaymarkError('bad-table', where, `the handler of ${quote(key)} ${problem}`, advice);
  };
  const index = module === null ? -1 : definitionAt(module, source);
  const { handler = null, local = null } = module?.definitions[index] ?? {};
  if (module === null || handler === null) {
    throw refusal('is not written in a call of Route here', HOW);
  }
  if (local !== null) {
    const what = OUTER.has(local)
      ? 'which only the function around it has'
      : 'a local variable of the function around it';
    throw refusal(`uses ${local}, ${what}`, HOW_LOCAL);
  }
  if (handler.reassigned !== null) {
    throw refusal(`reads ${handler.reassigned}, which the module assigns again`, HOW_REASSIGNED);
  }
  const handlers = module.definitions.flatMap((one) => one.handler ?? []);
  const set = setAround(handler.path, [...module.tables, ...module.routers], handlers);
  if (set !== null) throw refusal(`uses ${set}, which the function around it sets`, HOW_SET);
  return { key, file: module.file, index, handler };
}

const HOW =
  "write it in the call, Route.get('photos', {}, handler), with Route imported from 'waymark'";
const HOW_REASSIGNED = 'use a constant, or write the handler as a function';
const HOW_SET =
  'set it at the top level of the module: the function around it does not run in the bundle';
const HOW_LOCAL =
  'declare what the handler uses at the top level of the module, or import it: the function around it does not run in the bundle';

function definitionAt({ code, definitions }: Module, source: Source): number {
  const offset = positionOf(code, source);
  return definitions.findIndex(({ name }) => name.start === offset || name.end === offset);
}
