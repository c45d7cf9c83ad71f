/** Opens the browser that takes the pictures. */
import { type Browser, chromium } from 'playwright-core';

/** Launches Chromium without a window. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // The command may run as root, in a container with little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}
