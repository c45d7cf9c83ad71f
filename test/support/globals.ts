/** Runs before each test file, since all files of a worker share its globals. */
import { afterAll, expect } from 'vitest';

const { Request, Response, fetch } = globalThis;

afterAll(() => {
  expect(globalThis, 'a test file leaves other globals to the next').toMatchObject({
    ...{ Request, Response, fetch },
  });
});
