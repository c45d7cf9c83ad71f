import { expect, it, onTestFinished, vi } from 'vitest';
import { FIXTURES } from './run.ts';

it('the command hands the process to main, and ends with its status once all is written', async () => {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
    vi.restoreAllMocks();
  });
  process.argv = ['node', 'waymark', 'list', 'table.ts'];
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
      return undefined as never; // the process goes on, as a test has to
    });
  });
  const write = (name: string) => (text: unknown, then?: unknown) => {
    if (text !== '') events.push([name, text]);
    if (typeof then === 'function') then();
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(write('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(write('err'));
  const before = [process.stdout, process.stderr].map((stream) => stream.listeners('error'));
  await import('../../src/cli/bin.ts');
  await exited;
  expect(events).toEqual([['out', expect.stringContaining('x/y')], 0]);
  for (const [index, stream] of [process.stdout, process.stderr].entries()) {
    const added = stream.listeners('error').filter((one) => !before[index].includes(one));
    expect(added).toHaveLength(1);
    added[0](new Error('EPIPE'));
    stream.off('error', added[0] as () => void);
  }
  expect(events.slice(2)).toEqual([undefined, undefined]);
});
