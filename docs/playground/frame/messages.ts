/** What the page and its frame say to each other. */

/** A program that the worker runs, which the frame keeps. */
export interface Load {
  readonly kind: 'load';
  readonly program: string;
  readonly code: string;
}

/** A question for a program; it takes the place of the one before. */
export interface Ask {
  readonly kind: 'ask';
  readonly id: number;
  readonly program: string;
  readonly question: unknown;
  /** In milliseconds. */
  readonly time: number;
  /** The longest answer that is passed on. */
  readonly length: number;
}

/** What became of a question. */
export interface Reply {
  readonly id: number;
  /** `answer` where there is one, which may be from anyone's code. */
  readonly kind: 'answer' | 'stopped' | 'broken';
  readonly answer: string;
}
