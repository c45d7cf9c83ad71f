/** Names of functions and of the class `Route`. */

/** Whether a name is that of the class `Route`, with or without a namespace. PHP ignores case. */
export const isRouteClass = (name: string): boolean => /(?:^|\\)route$/i.test(name);

/** Whether a text names the class `Route` or one of its methods. */
export const namesRoute = (text: string): boolean =>
  text.length < LONGEST_NAME && /^(?:[\w\\]*\\)?route(?:::\w+)?$/i.test(text);

/** A longer text is not a name. */
const LONGEST_NAME = 1000;

/**
 * The name of a function without its namespace, in lower case.
 *
 * @example
 * bareName('\\App\\Add'); // 'add'
 */
export const bareName = (name: string): string =>
  name.slice(name.lastIndexOf('\\') + 1).toLowerCase();
