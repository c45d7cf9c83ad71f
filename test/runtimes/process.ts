/** Runs the suite in a process of Node, Bun or Deno. */
import { runSuite } from './suite.ts';

console.log(JSON.stringify(runSuite()));
