import { WaymarkError } from '../errors/error.ts';
import { registry, type Scope } from './registry.ts';

/**
 * Runs a callback in a scope and restores the scope before it, whatever happens.
 * @throws {WaymarkError} where the callback returns a promise or an iterator; and whatever it throws
 */
export function runInScope(where: string, scope: Scope, callback: () => void): void {
  const state = registry();
  const before = state.scope;
  state.scope = scope;
  try {
    // To the types, a function that returns nothing may still be async.
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
    'the callback returned a promise, and what it defines later would come too late',
    'pass a function that defines its routes synchronously, and await before the call',
  );
}
