import { subjectOf } from '../path/normalise.ts';
import type { Template } from '../table/destination.ts';

/**
 * Fills a destination from a match.
 *
 * @param template what {@link parseDestination} returned
 * @param params what the groups captured; a group that the pattern does not have gives the empty
 *   string
 * @param path the whole match, for `$0`, with a leading slash
 *
 * @example
 * fillDestination(parseDestination('posts/show/$1', '()'), ['7'], '/posts/7'); // 'posts/show/7'
 */
export function fillDestination(
  { pieces, groups }: Template,
  params: readonly string[],
  path: string,
): string {
  let filled = pieces[0];
  for (let position = 0; position < groups.length; position++) {
    const group = groups[position];
    if (group === 0) filled += subjectOf(path);
    else if (group <= params.length) filled += params[group - 1];
    filled += pieces[position + 1];
  }
  return filled;
}
