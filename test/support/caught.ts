import { WaymarkError } from '../../src/index.ts';

/** The error that a call throws; whatever else it throws is thrown on. */
export function caught(call: () => unknown): WaymarkError {
  try {
    call();
  } catch (error) {
    if (error instanceof WaymarkError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
