import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/fetch/statuses.ts';

/** Names that Node has from older RFCs. */
const OF_NODE: ReadonlyMap<number, string> = new Map([
  [413, 'Content Too Large'],
  [422, 'Unprocessable Content'],
]);

/** IANA lists 418 as unused. */
const isKnown = (status: number) => status >= 400 && status <= 500 && status !== 418;

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
    [503, 'Internal Server Error'],
    [505, 'Internal Server Error'],
    [511, 'Internal Server Error'],
    [520, 'Internal Server Error'],
    [599, 'Internal Server Error'],
  ])('names an unused or rare status after the first of its class: %i', (status, text) => {
    expect(textOf(status)).toBe(text);
  });
});
