/** The messages between the page and its frame. */

/** The first question that a frame is asked. */
export interface Ask {
  /** The program that answers, as a script. */
  readonly code: string;
  readonly question: unknown;
  /** The longest answer that the frame passes on. */
  readonly length: number;
}

/** A further question to the same worker. */
export interface More {
  readonly question: unknown;
}

/** What the frame replies. */
export interface Reply {
  /** `broken` if the worker sends no text, one that is too long, or ends with an error. */
  readonly kind: 'answer' | 'broken';
  /** Untrusted: the code in the worker may have written it. */
  readonly answer: string;
}
