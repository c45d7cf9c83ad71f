/** Malformed answers of PHP, on each Node that the package promises. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { installRuntime } from '../runtimes/runtimes.ts';
import { RUN_TYPESCRIPT } from '../support/installed.ts';
import { SURVIVED } from './malformed.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('on-node.ts', import.meta.url));

it.each(['Node 20.19.0', 'Node 22', 'Node 24', 'Node 26'])(
  'survives malformed answers on %s',
  async (name) => {
    const [node, ...args] = installRuntime(name);
    const { stdout } = await run(node, [...args, ...RUN_TYPESCRIPT, script]);
    const statuses: Record<string, number> = JSON.parse(stdout);
    expect(Object.keys(statuses)).toEqual(Object.keys(SURVIVED));
    // The parsers differ in what they refuse, except for the rest of an answer.
    const [low, others] = [true, false].map((isLow) =>
      Object.entries(statuses).filter(([what]) => /^status [01]/.test(what) === isLow),
    );
    expect(low.filter(([, status]) => status !== 502)).toEqual([]);
    expect(others.filter(([, status]) => !(status >= 200))).toEqual([]);
  },
);
