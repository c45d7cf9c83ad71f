/** What the playground stops at, for code that anyone may have written. */

/** How long code and the checks of its table may take, in milliseconds. */
export const RUN_TIME = 5000;

/** The longest answer that the page reads, in UTF-16 units. */
export const ANSWER_LENGTH = 1_000_000;

/** The longest source, in UTF-16 units. */
export const SOURCE_LENGTH = 50_000;

/** The longest text of a form's field. */
export const FIELD_LENGTH = 4096;

/** The longest hash of a link. */
export const LINK_LENGTH = 100_000;

/** How many params a URL takes. */
export const PARAMS = 20;

/** How many calls of the console are kept: the first ones. */
export const LOGS = 100;

/** The longest text of one call of the console, in UTF-16 units. */
export const LOG_LENGTH = 2000;
