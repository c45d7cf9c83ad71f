/** Writes docs/measured/fuzz.md from the test runner's report. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePage } from './page.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const report = new URL('../../coverage/fuzz.json', import.meta.url);
const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
const files = testResults.map(({ name, startTime, endTime, assertionResults }) => [
  `\`${relative(root, name)}\``,
  assertionResults.filter(({ status }) => status === 'passed').length,
  assertionResults.filter(({ status }) => status === 'failed').length,
  Math.round((endTime - startTime) / 1000),
]);
files.sort(([one], [other]) => (one < other ? -1 : 1));
const runs = process.env.FUZZ_RUNS ?? 'the default number of';
writePage('fuzz', [`file, ${runs} runs of each property`, 'passed', 'failed', 'seconds'], files);
