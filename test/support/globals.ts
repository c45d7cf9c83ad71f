/** Checks after each test file that it left the globals, which all files of a worker share. */
import { afterAll, expect } from 'vitest';

const { Request, Response, fetch } = globalThis;

afterAll(() => {
  expect(globalThis, 'a test file leaves other globals to the next').toMatchObject({
    ...{ Request, Response, fetch },
  });
});
