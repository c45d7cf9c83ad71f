/** What answers, as far as its response depends on it. */
export interface Sender {
  readonly head: boolean;
  /** The class of the responses to it; see the option of that name. */
  readonly Response: typeof Response;
  /** Names it, for errors. */
  where(): string;
  /** Takes what goes wrong once a stream is being sent. */
  report(error: unknown): void;
}
