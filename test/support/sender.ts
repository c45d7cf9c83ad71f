/** Whose value a response is made of, for the tests of how one is made. */
import { vi } from 'vitest';
import type { Sender } from '../../src/fetch/sender.ts';

/** A sender that keeps what is reported to it. */
export function createSender(head = false) {
  const report = vi.fn<(error: unknown) => void>();
  const sender: Sender = { head, Response, where: () => 'the action', report };
  return { ...sender, report };
}
