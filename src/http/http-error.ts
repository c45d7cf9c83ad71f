import { badArgument } from '../errors/argument.ts';

/** One fault of a value that a schema refused. */
export interface Issue {
  /** The message of the schema. */
  readonly message: string;
  /** Where in the value: names of members and indexes; empty for the whole value. */
  readonly path: readonly (string | number)[];
}

/** Options of {@link HttpError}. */
export interface HttpErrorOptions {
  /** The error behind it. */
  readonly cause?: unknown;
  /** The faults that a schema found. */
  readonly issues?: readonly Issue[];
}

/**
 * An error that is the client's: `createFetchHandler` answers it with its status, through the page for
 * that status, and not with a 500. The functions that read a body throw it with 400, 413, 415 and 422;
 * throw it yourself with any status from 400 to 499. Two copies of the package have two classes:
 * compare `name` if both may be loaded.
 * @example
 * if (!tickets.has(id)) throw new HttpError(404, `no ticket ${id}`);
 */
export class HttpError extends Error {
  readonly status: number;
  /** Says that the client may see the status. */
  readonly expose = true;
  /** The faults that a schema found; empty unless the status is 422. */
  readonly issues: readonly Issue[];

  /**
   * @param status the status to answer with, from 400 to 499
   * @param message what is wrong, for logs; the client sees only the name of the status
   * @param options the error behind it, and the issues of a schema
   * @throws {WaymarkError} if the status is not one of a client's error
   */
  constructor(status: number, message?: string, options: HttpErrorOptions = {}) {
    if (!(Number.isInteger(status) && status >= 400 && status <= 499)) {
      throw badArgument('new HttpError', 'status', 'a whole number from 400 to 499', status);
    }
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.status = status;
    this.issues = options.issues ?? [];
  }

  /** On the prototype, since the engine writes the stack before the constructor's own lines run. */
  override get name(): 'HttpError' {
    return 'HttpError';
  }
}
