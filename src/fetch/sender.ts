/** What answers, as far as its response depends on it. */
export interface Sender {
  /** Whether the request is HEAD. */
  readonly head: boolean;
  /** The class of the responses to it; see the option of that name. */
  readonly Response: typeof Response;
  /** Names it, for errors. */
  where(): string;
  /** Hands on what goes wrong once a stream is being sent. */
  report(error: unknown): void;
}
