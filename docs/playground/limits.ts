/** The playground's limits on code that anyone may have written. */

/** The time limit for a run, and for the checks of its table, in milliseconds. */
export const RUN_TIME = 5000;

/** The longest answer that the page accepts, in UTF-16 units. */
export const ANSWER_LENGTH = 1_000_000;

/** The longest source, in UTF-16 units. */
export const SOURCE_LENGTH = 50_000;

/** The longest value of a form field. */
export const FIELD_LENGTH = 4096;

/** The longest hash of a link. */
export const LINK_LENGTH = 100_000;

/** The most params that a URL takes. */
export const PARAMS = 20;

/** The number of console calls kept; later ones are dropped. */
export const LOGS = 100;

/** The longest text of one console call, in UTF-16 units. */
export const LOG_LENGTH = 2000;
