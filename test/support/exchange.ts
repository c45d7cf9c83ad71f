/** An exchange for the tests of responses. */
import { vi } from 'vitest';
import { readBase } from '../../src/fetch/base.ts';
import { type Application, Exchange } from '../../src/fetch/exchange.ts';

/** Creates an exchange that records reported errors, of an application without options. */
export function createExchange(isHead = false) {
  const report = vi.fn(async (_error: unknown) => ({ answer: undefined }));
  const application = { base: readBase('') } as Application; // the cast: responses read only options, and none is set
  const exchange = new Exchange(application, new Request('http://localhost/'), []);
  return Object.assign(exchange, { isHead, describePlace: () => 'the action', report });
}
