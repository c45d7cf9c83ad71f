import { WaymarkError } from '../errors/error.ts';
import { registry, type Scope } from './registry.ts';

/**
 * Runs a callback in a scope and restores the scope before it, whatever happens.
 *
 * @param where the call, for errors
 * @param scope what the routes defined inside stand below
 * @param callback defines routes, synchronously
 * @throws {WaymarkError} where the callback returns a promise; and whatever the callback throws
 */
export function runInScope(where: string, scope: Scope, callback: () => void): void {
  const state = registry();
  const before = state.scope;
  state.scope = scope;
  try {
    // The types say that nothing is returned; an async function is accepted by them all the same.
    const returned: unknown = callback();
    if (isThenable(returned)) throw asyncCallback(where);
    if (isIterator(returned)) throw generatorCallback(where);
  } finally {
    state.scope = before;
  }
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}

function isIterator(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'next' in value;
}

/** A callback is a generator. */
function generatorCallback(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'the callback is a generator, so nothing in it has run',
    'write function () { … } or () => { … }',
  );
}

/** A callback is asynchronous. */
function asyncCallback(where: string): WaymarkError {
  return new WaymarkError(
    'bad-argument',
    where,
    'the callback returned a promise, and what it defines later would come too late',
    'pass a function that defines its routes synchronously, and await before the call',
  );
}
