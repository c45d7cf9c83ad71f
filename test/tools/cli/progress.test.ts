import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProgress, tick } from '../../../src/tools/cli/progress.ts';
import { folderOf } from './run.ts';

const collect = (written: string[]) => ({ write: (text: string) => written.push(text) });

const stateOf = (value = 0) => new Int32Array(new SharedArrayBuffer(4)).fill(value);

describe('the progress line', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is shown after a second, and counts', () => {
    const written: string[] = [];
    const state = stateOf();
    tick({ label: 'Checking 7 rows', state }, (text) => written.push(text));
    vi.advanceTimersByTime(999);
    expect(written).toEqual([]);
    expect(state[0]).toBe(0);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(['\rChecking 7 rows… 1 s']);
    expect(state[0]).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(written.slice(1)).toEqual(['\rChecking 7 rows… 2 s', '\rChecking 7 rows… 3 s']);
  });

  it('is not shown once the work has ended', () => {
    const written: string[] = [];
    const state = stateOf(2);
    tick({ label: 'Checking', state }, (text) => written.push(text));
    vi.advanceTimersByTime(5000);
    expect(written).toEqual([]);
    expect(state[0]).toBe(2);
  });
});

describe('the thread of the progress line', () => {
  /** The URL of a thread's script. */
  const script = (body: string) => new URL(`data:text/javascript,${encodeURIComponent(body)}`);

  it('leaves nothing behind if no line was shown', async () => {
    const written: string[] = [];
    const stop = startProgress('Checking', script('setInterval(() => {}, 1000)'), collect(written));
    await stop();
    expect(written).toEqual([]);
  });

  it('has its line removed', async () => {
    const written: string[] = [];
    const done = join(folderOf({}), 'done');
    const body = `import { workerData } from 'node:worker_threads';
      import { writeFileSync } from 'node:fs';
      Atomics.store(workerData.state, 0, 1);
      writeFileSync(${JSON.stringify(done)}, workerData.label);
      setInterval(() => {}, 1000);`;
    const stop = startProgress('Checking', script(body), collect(written));
    await vi.waitFor(() => expect(readFileSync(done, 'utf8')).toBe('Checking'), 60_000);
    await stop();
    expect(written).toEqual(['\r\u001b[K']);
  });

  it('may fail without the work failing', async () => {
    const emit = vi.spyOn(Worker.prototype, 'emit');
    const stop = startProgress('Checking', script("throw new Error('no')"), collect([]));
    const failed = () => expect(emit).toHaveBeenCalledWith('error', expect.any(Error));
    await vi.waitFor(failed, 60_000);
    emit.mockRestore();
    await expect(stop()).resolves.toBeUndefined();
  });
});

it('is written by the thread to standard error', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const writeSync = vi.fn();
  vi.doMock('node:fs', () => ({ writeSync }));
  vi.doMock('node:worker_threads', () => ({
    workerData: { label: 'Checking', state: stateOf() },
    Worker: class {},
  }));
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('node:fs');
    vi.doUnmock('node:worker_threads');
    vi.resetModules();
  });
  await import('../../../src/tools/cli/progress-thread.ts');
  vi.advanceTimersByTime(1000);
  expect(writeSync.mock.calls).toEqual([[2, '\rChecking… 1 s']]);
});
