/** The check of every expression, which takes longer than all other tests of a folder. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/expressions/*.expressions.ts'],
    testTimeout: 600_000,
  },
});
