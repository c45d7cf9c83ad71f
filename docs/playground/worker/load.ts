/** Runs a source, and takes the table that it makes. */
import * as waymark from 'waymark';
import { createRouter, Route, type RouteFile, type SuppliedTable, WaymarkError } from 'waymark';
import * as inspect from 'waymark/inspect';
import { lineIn, messageOf, Stop } from './fail.ts';
import { lineOf, linkImports } from './syntax.ts';

// `isolate` deletes both before a source runs.
const { Blob } = globalThis;
const { createObjectURL } = URL;

/** What a source may import. */
const MODULES = { waymark, 'waymark/inspect': inspect };

/**
 * Runs a source. As with the command line, its default export counts, or else its export `routes`: a
 * table, or a function that defines routes; without either, what it defined on `Route`.
 *
 * @param source a module
 * @param isEntered whether it is what was entered, so that its lines are those of the editor
 * @throws {Stop} with the line that is wrong, where that is known
 */
export async function loadTable(source: string, isEntered: boolean): Promise<SuppliedTable> {
  const url = publish(linkImports(source, moduleUrls()));
  if (isEntered) running = { source, url };
  try {
    const table = tableOf(await import(/* @vite-ignore */ url));
    createRouter(table);
    return table;
  } catch (error) {
    throw locate(error);
  }
}

/** The entered source that runs, and its URL. */
let running = { source: '', url: '' };

/**
 * Finds the line of the entered source that an error comes from.
 *
 * @param error whatever has been thrown
 */
export function locate(error: unknown): Stop {
  const { source, url } = running;
  return new Stop(messageOf(error), keyLine(error, source) ?? lineIn(error, url));
}

function tableOf({ default: main, routes }: Record<string, unknown>): SuppliedTable {
  const exported = main ?? routes;
  if (exported === undefined) return Route.map();
  return typeof exported === 'function'
    ? Route.collect(exported as RouteFile) // which judges what it is given
    : (exported as SuppliedTable); // createRouter judges it
}

/** The line of the key that an error is about: its stack knows where the table was read at best. */
function keyLine(error: unknown, source: string): number | null {
  if (!(error instanceof WaymarkError)) return null;
  const key = /table key '(.+)'$/.exec(error.where)?.[1];
  return key === undefined ? null : lineOf(source, key);
}

/** A URL for each module that a source may import. */
function moduleUrls(): Map<string, string> {
  Reflect.set(globalThis, 'playground', MODULES);
  return new Map(
    Object.entries(MODULES).map(([name, exported]) => {
      const names = Object.keys(exported).join(', ');
      return [name, publish(`export const { ${names} } = globalThis.playground['${name}'];`)];
    }),
  );
}

function publish(code: string): string {
  return createObjectURL(new Blob([code], { type: 'text/javascript' }));
}
