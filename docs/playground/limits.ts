/** The playground's limits on code that anyone may have written. Lengths are in UTF-16 units. */

/** The time limit for an answer, in milliseconds. */
export const RUN_TIME = 5000;

/** The longest answer that the page accepts. */
export const ANSWER_LENGTH = 1_000_000;

/** The longest source. */
export const SOURCE_LENGTH = 50_000;

/** The longest value of a form field. */
export const FIELD_LENGTH = 4096;

/** The longest hash of a link. */
export const LINK_LENGTH = 100_000;

/** The most params that a URL takes. */
export const PARAMS = 20;

/** The number of console calls kept; later ones are dropped. */
export const LOGS = 100;

/** The longest text of one console call. */
export const LOG_LENGTH = 2000;

/** The longest body that is sent or shown. */
export const BODY_LENGTH = 20_000;

/** The most headers of a response that are shown. */
export const HEADERS = 100;

/** The most errors of an application that are shown. */
export const REPORTS = 20;

/** The most changes, and the most unproved pairs of rows, that a comparison shows. */
export const CHANGES = 50;

/** The most paths of each kind that explain a pattern. */
export const PATHS = 5;
