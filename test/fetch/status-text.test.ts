import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createCompiledFetchHandler, createCompiledRouter } from '../../src/compiled.ts';
import { textOf } from '../../src/fetch/status-text.ts';
import { compileTable } from '../../src/index.ts';

/** Names that Node has from older RFCs. */
const OF_NODE: ReadonlyMap<number, string> = new Map([
  [413, 'Content Too Large'],
  [422, 'Unprocessable Content'],
]);

/** IANA lists 418 as unused. */
const isKnown = (status: number) => status >= 400 && status <= 504 && status !== 418;

describe('textOf', () => {
  it.each(
    Object.entries(STATUS_CODES)
      .map(([status, text]) => [Number(status), text] as const)
      .filter(([status]) => isKnown(status)),
  )('names %i as IANA does', (status, text) => {
    expect(textOf(status)).toBe(OF_NODE.get(status) ?? text);
  });

  it.each([
    [418, 'Bad Request'],
    [420, 'Bad Request'],
    [499, 'Bad Request'],
    [505, 'Internal Server Error'],
    [511, 'Internal Server Error'],
    [520, 'Internal Server Error'],
    [599, 'Internal Server Error'],
  ])('names an unused or rare status after the first of its class: %i', (status, text) => {
    expect(textOf(status)).toBe(text);
  });
});

it('names the status of a server error that a compiled handler gives to a class', async () => {
  class Down extends Error {}
  const handlers = { '/': () => Promise.reject(new Down()) };
  const router = createCompiledRouter(compileTable({ '/': 'start' }), { handlers });
  const fetch = createCompiledFetchHandler({ router, errorStatus: [[Down, 503]] });
  const response = await fetch(new Request('http://localhost/'));
  expect([response.status, await response.text()]).toEqual([503, 'Service Unavailable']);
});
