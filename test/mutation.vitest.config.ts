/** The tests that mutants are run against: those that read `src`, without servers and processes. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'test',
    exclude: [
      '**/backtracking.test.ts',
      '**/example.test.ts',
      '**/http.test.ts',
      '**/package.test.ts',
      '**/readme.test.ts',
      '**/registry.test.ts',
    ],
  },
});
