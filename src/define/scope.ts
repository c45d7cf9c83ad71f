import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isCallable } from '../errors/show.ts';
import { registry, type Scope } from './registry.ts';

/**
 * Runs a callback in a scope, then restores the previous scope, even after an error.
 * @throws {WaymarkError} if the callback returns a promise or an iterator; and whatever it throws
 */
export function runInScope(where: string, scope: Scope, callback: () => void): void {
  if (!isCallable(callback)) throw badArgument(where, 'the callback', 'a function', callback);
  const state = registry();
  const before = state.scope;
  state.scope = scope;
  try {
    // The types allow an async function where a function that returns nothing is expected.
    const returned: unknown = callback();
    if (typeof returned === 'object' && returned !== null) {
      if ('then' in returned) throw asyncCallback(where);
      if ('next' in returned) throw generatorCallback(where);
    }
  } finally {
    state.scope = before;
  }
}

function generatorCallback(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'the callback is a generator, so nothing in it has run',
    'write function () { … } or () => { … }',
  );
}

function asyncCallback(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'the callback returned a promise, so routes that it defines after an await are lost',
    'define the routes synchronously, and await before the call',
  );
}
