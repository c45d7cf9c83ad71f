import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { build } from 'esbuild';
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

it('what --version and --help load has neither the importer nor the automata', async () => {
  const entry = 'src/tools/cli/bin.ts';
  const { metafile } = await build({
    ...{ entryPoints: [entry], outdir: 'out', write: false, metafile: true, platform: 'node' },
    ...{ bundle: true, splitting: true, format: 'esm', packages: 'external' },
  });
  const { outputs } = metafile;
  const packages = new Set<string>();
  const loaded = new Set(Object.keys(outputs).filter((name) => outputs[name].entryPoint === entry));
  for (const name of loaded) {
    for (const { path, kind, external } of outputs[name].imports) {
      if (kind !== 'import-statement') continue;
      if (external) packages.add(path);
      else loaded.add(path);
    }
  }
  const others = [...packages].filter((name) => !name.startsWith('node:'));
  expect(others.sort()).toEqual(['commander', 'path-to-regexp']);
  const files = [...loaded].flatMap((name) => Object.keys(outputs[name].inputs));
  expect(files.filter((file) => /^src\/tools\/(?:import|inspect)/.test(file))).toEqual([]);
});
