/** Runs programs as a bundle does: first for the build, and then with the tables that it compiled. */
import { afterEach } from 'vitest';
import { reportTo } from '../../src/compiled/call.ts';
import { readProgram } from '../../src/compiled/load.ts';
import { findNames } from '../../src/compiled/tables.ts';
import { addTables, Route } from '../../src/compiled.ts';
import { readInputs } from '../../src/http/read.ts';
import { Collector } from '../../src/tools/cli/compile/collector.ts';
import { routeUrls } from '../../src/url/named.ts';

/** Runs a program for the build, which adds its tables. */
export async function build<Made>(program: () => Made | Promise<Made>): Promise<Made> {
  const collector = new Collector(() => undefined);
  reportTo(collector);
  try {
    Route.reset();
    return await program();
  } finally {
    reportTo(undefined);
    collector.stop();
    const tables = Array.from(collector.found.values(), ({ built }) => built);
    const read = JSON.parse(JSON.stringify({ tables, results: [...collector.results] }));
    const urls = tables.some(({ names }) => names.length > 0) ? routeUrls : undefined;
    addTables({ ...read, machine: readProgram, urls, findNames, readInputs });
  }
}

/** Runs a program with the tables that the build has added so far. */
export async function start<Made>(program: () => Made | Promise<Made>): Promise<Made> {
  Route.reset();
  return await program();
}

/** Forgets the calls after each test of a file. */
export function forgetCalls(): void {
  afterEach(() => Route.reset());
}
