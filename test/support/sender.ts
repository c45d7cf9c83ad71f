/** Whose value a response is made of, for the tests of how one is made. */
import { vi } from 'vitest';
import type { Sender } from '../../src/fetch/exchange.ts';

/** A sender that keeps what is reported to it. */
export function createSender(head = false) {
  const report = vi.fn(async (_error: unknown) => ({ answer: undefined }));
  const sender: Sender = {
    head,
    Response,
    touched: undefined,
    where: () => 'the action',
    report,
  };
  return { ...sender, report };
}
