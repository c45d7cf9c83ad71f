/** The tests for the mutants of a folder: those of the folder of the same name, and a few others. */
import { defineConfig } from 'vitest/config';
import { sources } from '../vitest.config.ts';

const folder = String(process.env.MUTATED);

/** Tests of what a folder does that other folders have. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  define: ['test/errors/**/*.test.ts'],
  hmvc: ['test/modules/**/*.test.ts', 'test/fetch/ignored.test.ts'],
  http: ['test/fetch/{http,error-handler,on-response}.test.ts'],
  pattern: ['test/errors/**/*.test.ts'],
  table: [
    ...['define', 'errors', 'modules'].map((name) => `test/${name}/**/*.test.ts`),
    'test/fetch/ignored.test.ts',
    'test/resolve/*.test.ts',
    'test/tools/inspect/{check,slips}.test.ts',
  ],
  url: ['test/errors/**/*.test.ts'],
};

export default defineConfig({
  plugins: [sources],
  test: {
    include: [`test/${folder}/**/*.test.ts`, ...(ELSEWHERE[folder] ?? [])],
    isolate: false,
    testTimeout: 60_000,
  },
});
