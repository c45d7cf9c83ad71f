/** The tests that need a browser and the built site, unlike `npm test`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    // One file after the other, since they share a browser.
    fileParallelism: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Far more than any machine needs.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // In rare cases, a navigation in Chromium does not end. Locally, nothing is retried,
    // so that a race of the site is seen.
    retry: process.env.CI ? 1 : 0,
  },
});
