/** The messages between the page and its frame. */

/** The first message to a frame. */
export interface Ask {
  /** The program's script. */
  readonly code: string;
  readonly question: unknown;
  /** The longest answer that the frame passes on. */
  readonly length: number;
}

/** A further question to the same worker. */
export interface More {
  readonly question: unknown;
}

/** The frame's reply. */
export interface Reply {
  /** `broken` if the worker fails, or sends anything but a text within the limit. */
  readonly kind: 'answer' | 'broken';
  /** Untrusted: the code in the worker may have written it. */
  readonly answer: string;
}
