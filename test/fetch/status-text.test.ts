import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createCompiledFetchHandler, createCompiledRouter } from '../../src/compiled.ts';
import { textOf } from '../../src/fetch/status-text.ts';
import { compileTable } from '../../src/index.ts';

/** Names that Node has from older RFCs, or for statuses that IANA doesn't list as used. */
const OF_NODE: ReadonlyMap<number, string> = new Map([
  [413, 'Content Too Large'],
  [418, 'Bad Request'],
  [422, 'Unprocessable Content'],
  [509, 'Internal Server Error'],
  [510, 'Internal Server Error'],
]);

describe('textOf', () => {
  it.each(
    Object.entries(STATUS_CODES)
      .map(([status, text]) => [Number(status), text] as const)
      .filter(([status]) => status >= 400),
  )('names %i as IANA does', (status, text) => {
    expect(textOf(status)).toBe(OF_NODE.get(status) ?? text);
  });

  it.each([
    [420, 'Bad Request'],
    [499, 'Bad Request'],
    [520, 'Internal Server Error'],
    [599, 'Internal Server Error'],
  ])('names an unregistered status after the first of its class: %i', (status, text) => {
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
