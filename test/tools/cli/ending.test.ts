/** Exit codes: 0 and 1 for a command's result, 2 for anything else. */
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { importing } from '../../../src/tools/cli/load/failure.ts';
import { type Ending, watchEnding } from '../../../src/tools/cli/process.ts';

/** A fake process that records its calls. */
function fakeProcess(...argv: string[]) {
  const events: unknown[] = [];
  const stream = (name: string) =>
    Object.assign(new EventEmitter(), {
      write(text: string, then?: () => void) {
        if (text !== '') events.push([name, text]);
        then?.();
      },
    });
  const process = Object.assign(new EventEmitter(), {
    stdout: stream('out'),
    stderr: stream('err'),
    argv,
    exitCode: undefined,
    exit: (status: number) => events.push(status),
  });
  return { process, events, end: watchEnding(process as unknown as Ending) };
}

const soon = () => new Promise((done) => setTimeout(done));

describe('a process', () => {
  it.each([0, 1, 2])('ends with the status of its command: %d', async (status) => {
    const { process, events, end } = fakeProcess();
    end(status);
    await soon();
    process.emit('exit');
    expect([...events, process.exitCode]).toEqual([status, undefined]);
  });

  it('ends with 2 if something ends it before its command is done', () => {
    const { process, events } = fakeProcess();
    process.emit('exit');
    const message =
      'waymark: a loaded file ended the process, or awaits something that never settles\n';
    expect([...events, process.exitCode]).toEqual([['err', message], 2]);
  });

  it.each([
    ['an error', new Error('late\nmore'), 'late'],
    ['anything else', 'late', 'late'],
  ])('ends with 2 if %s is uncaught', (_, error, shown) => {
    const { process, events } = fakeProcess();
    process.emit('uncaughtException', error);
    process.emit('exit');
    expect(events).toEqual([['err', `waymark: uncaught error: ${shown}\n`], 2]);
  });

  it('leaves the error of an import to its command, and no other', async () => {
    const { process, events, end } = fakeProcess();
    const first = importing(() => Promise.reject(new Error('once')));
    await expect(first).rejects.toThrow('once');
    process.emit('uncaughtException', new Error('once'), 'unhandledRejection');
    end(2);
    await soon();
    expect(events).toEqual([2]);
    process.emit('uncaughtException', new Error('once'), 'uncaughtException');
    process.emit('uncaughtException', new Error('twice'), 'unhandledRejection');
    expect(events.flat()).toEqual([
      2,
      ...['err', 'waymark: uncaught error: once\n', 2],
      ...['err', 'waymark: uncaught error: twice\n', 2],
    ]);
  });

  it.each([
    ['its stack', new Error('late'), 'ending.test.ts'],
    ['the value, where there is no stack', 'late', ': late\n'],
  ])('shows with --debug %s', (_, error, shown) => {
    const { process, events } = fakeProcess('node', 'waymark', 'check', '--debug');
    process.emit('uncaughtException', error);
    expect(events).toEqual([['err', expect.stringContaining(shown)], 2]);
  });

  it('ends with 2 if its output could not be written', async () => {
    const { process, events, end } = fakeProcess();
    end(0);
    process.stdout.emit('error', Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    await soon();
    expect(events).toEqual([['err', "waymark: standard output can't be written: no space\n"], 2]);
  });

  it.each([0, 1])('keeps its status if the reader of its output stops: %d', async (status) => {
    const { process, events, end } = fakeProcess();
    const error = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    process.stdout.emit('error', error);
    process.stderr.emit('error', error);
    end(status);
    await soon();
    expect(events).toEqual([status]);
  });
});
