/** The tests that need PHP, unlike `npm test`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/gateway/**/*.gateway.ts'],
    globalSetup: ['test/gateway/install.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
