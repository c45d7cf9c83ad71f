import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FIXTURES } from './run.ts';

/** The events that the command listens to. */
const WATCHED: readonly (readonly [EventEmitter, string])[] = [
  [process.stdout, 'error'],
  [process.stderr, 'error'],
  [process, 'exit'],
  [process, 'uncaughtException'],
];

it('the command hands the process to main, and ends with its status after all output', async () => {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
    vi.restoreAllMocks();
  });
  process.argv = ['node', 'waymark', 'list', '-'];
  const { stdin } = process;
  onTestFinished(() => void Object.defineProperty(process, 'stdin', { value: stdin }));
  Object.defineProperty(process, 'stdin', { value: Readable.from(['{"a":', '"x/y"}']) });
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  onTestFinished(() => {
    process.stderr.isTTY = isTTY;
  });
  vi.spyOn(process, 'cwd').mockReturnValue(FIXTURES);
  const events: unknown[] = [];
  const exited = new Promise<void>((done) => {
    vi.spyOn(process, 'exit').mockImplementation((status) => {
      events.push(status);
      done();
      return undefined as never; // the process goes on, as the test must
    });
  });
  const write = (name: string) => (text: unknown, then?: unknown) => {
    if (text !== '') events.push([name, text]);
    if (typeof then === 'function') then();
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write('out'));
  const mocked = Object.getOwnPropertyDescriptor(process.stdout, 'write');
  vi.spyOn(process.stderr, 'write').mockImplementation(write('err'));
  const stop = WATCHED.map(([emitter, event]) => {
    const before = emitter.listeners(event);
    return () => {
      for (const one of emitter.listeners(event))
        if (!before.includes(one)) emitter.off(event, one as () => void);
    };
  });
  onTestFinished(() => {
    for (const each of stop) each();
  });
  await import('../../../src/tools/cli/bin.ts');
  await exited;
  process.stdout.write('printed late');
  Object.defineProperty(process.stdout, 'write', { ...mocked });
  expect(events).toEqual([
    ['err', 'Listing…'],
    ['err', '\r\x1b[K'],
    ['out', expect.stringContaining('x/y')],
    0,
    ['err', 'printed late'],
  ]);
});
