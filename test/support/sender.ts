/** A sender for the tests of responses. */
import { vi } from 'vitest';
import type { Sender } from '../../src/fetch/exchange.ts';

/** Creates a sender that records reported errors. */
export function createSender(head = false) {
  const report = vi.fn(async (_error: unknown) => ({ answer: undefined }));
  const sender: Sender = {
    head,
    Response,
    touched: undefined,
    where: () => 'the action',
    report,
    status: null,
    application: { onResponse: undefined },
  };
  return { ...sender, report };
}
