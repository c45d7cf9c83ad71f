/** Checks every expression, which takes longer than any folder's other tests. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/expressions/*.expressions.ts'],
    testTimeout: 600_000,
  },
});
