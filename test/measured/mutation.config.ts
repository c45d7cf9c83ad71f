/** Runs the tests for a folder's mutants: those in the folder of the same name. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [`test/${process.env.MUTATED}/**/*.test.ts`],
    isolate: false,
    testTimeout: 60_000,
  },
});
