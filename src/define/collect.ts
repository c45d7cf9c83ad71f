/** Keeps what a piece of code defines apart from what the process has defined. */
import { type Definition, registry } from './registry.ts';

/** What is collected at the moment: the registry is one, so two at once would mix. */
let busy: Promise<unknown> = Promise.resolve();

/**
 * Runs a function and takes the definitions that are made until it has ended out of the registry.
 * Names and placeholders stay, so that `Route.url` knows every route. The registry is the process's:
 * what other code defines while the function waits is taken out as well. Calls come one after the
 * other.
 *
 * @param run defines routes, or imports a file that does
 * @returns the definitions in the order in which they were made, and what the function returned
 * @throws whatever the function throws; then its definitions are lost
 *
 * @example
 * const { definitions } = await collectDefinitions(() => import('./routes.ts'));
 */
export function collectDefinitions(
  run: () => unknown,
): Promise<{ readonly definitions: readonly Definition[]; readonly returned: unknown }> {
  const collected = busy.then(() => collect(run));
  busy = collected.catch(() => undefined);
  return collected;
}

async function collect(run: () => unknown) {
  const state = registry();
  const { definitions: before } = state;
  const definitions: Definition[] = [];
  state.definitions = definitions;
  try {
    return { definitions, returned: await run() };
  } finally {
    state.definitions = before;
  }
}
