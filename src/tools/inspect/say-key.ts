import { quote, withShortNames } from 'waymark/internal';

/** Names a row in a text, as people write its pattern: `'GET articles/{slug}'`. */
export function sayKey(key: string): string {
  return quote(withShortNames(key));
}
