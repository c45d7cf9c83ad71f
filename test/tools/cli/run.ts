/** Runs command lines in this process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { Io } from '../../../src/tools/cli/io.ts';
import { main } from '../../../src/tools/cli/main.ts';

/** The folder of the fixtures. */
export const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));

/** The result of a command line. */
export interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** The surroundings of a command that a test may set. */
export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Io['env'];
  /** The columns of the terminal; if unset, there is no terminal. */
  readonly columns?: number;
  /** The contents of standard input. */
  readonly input?: string;
  readonly startProgress?: Io['startProgress'];
}

/** Runs a command line, split at spaces. */
export async function run(
  line: string | readonly string[],
  {
    cwd = FIXTURES,
    env = {},
    columns,
    input = '',
    startProgress = () => () => {},
  }: Surroundings = {},
): Promise<Run> {
  const written = { out: '', err: '' };
  const stream = (to: keyof typeof written) => ({
    isTTY: columns !== undefined,
    columns,
    write(text: string) {
      written[to] += text;
    },
  });
  const args = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const io = { stdout: stream('out'), stderr: stream('err'), env, cwd, version: '1.2.3' };
  const readInput = async () => input;
  const pages = new URL('../../../dist/tools/cli/help/', import.meta.url);
  const status = await main(args, { ...io, pages, readInput, startProgress });
  return { status, ...written };
}

/** The output of a command line that has status 0 and no message. */
export async function printed(line: string | readonly string[], surroundings?: Surroundings) {
  const { out, ...rest } = await run(line, surroundings);
  expect(rest).toEqual({ status: 0, err: '' });
  return out;
}

/** The message of a command line that has status 2 and no output. */
export async function refusal(line: string | readonly string[], surroundings?: Surroundings) {
  const { err, ...rest } = await run(line, surroundings);
  expect(rest).toEqual({ status: 2, out: '' });
  return err;
}

/** Creates a folder with files, and removes it after the test. */
export function folderOf(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** The patterns that `waymark list` prints, and its messages on standard error. */
export async function patternsOf(files: Readonly<Record<string, string | object>>, line = 'list') {
  const { out, err, status } = await run(`${line} --json`, { cwd: folderOf(files) });
  if (status !== 0) return { err };
  return { err, patterns: (JSON.parse(out) as { route: string }[]).map(({ route }) => route) };
}
