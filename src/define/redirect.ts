import { badArgument, isOneOf } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import type { Pattern } from '../pattern/parse.ts';
import { type Choices, innerOf } from '../pattern/terms.ts';
import { parseDestination, referencesOf } from '../table/destination.ts';
import {
  createRedirect,
  REDIRECT_STATUSES,
  type Redirect,
  type RedirectStatus,
} from '../table/redirect.ts';
import { draft, readBelow, record } from './define.ts';
import { registry } from './registry.ts';

/** The start of a URL, or of a text that browsers take for one: `mailto:`, `//`, `/\`. */
const URL_LIKE = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i;

/** A URL whose host no param can change. */
const WHOLE = /^https?:\/\/[^/?#\\@$]+(?:[/?#]|$)/i;

export function defineRedirect(from: string, to: string, status: RedirectStatus = 302): void {
  if (typeof from !== 'string') throw badArgument('Route.redirect', 'from', 'a string', from);
  const where = `Route.redirect(${quote(from)})`;
  if (typeof to !== 'string' || to === '' || (URL_LIKE.test(to) && !WHOLE.test(to))) {
    const wanted = "a path such as 'photos/$1', or a URL such as 'https://photos.test/$1'";
    throw badArgument(where, 'to', wanted, to);
  }
  if (!isOneOf(status, REDIRECT_STATUSES)) {
    throw badArgument(where, 'status', `one of ${REDIRECT_STATUSES.join(', ')}`, status);
  }
  const handler = redirectOf(where, readBelow(where, from), to, status);
  record([draft(where, { method: null, from, to, handler, meta: registry().scope.meta })]);
}

function redirectOf(
  where: string,
  { written, choices }: Pattern,
  to: string,
  status: RedirectStatus,
): Redirect {
  const sources = groupsOf(choices);
  const missing = referencesOf(to).find((group) => sources[group - 1] === undefined);
  if (missing !== undefined) {
    const problem = `to refers to $${missing}, and ${quote(written)} does not have that group`;
    const advice = 'put parentheses around the part that it stands for';
    throw new WaymarkError('bad-argument', where, problem, advice);
  }
  const { pieces, groups } = parseDestination(to, written);
  return createRedirect({
    status,
    texts: pieces.map(encode),
    params: groups.map((group) => [group - 1, sources[group - 1]]),
  });
}

/** The expressions of a pattern's groups, in the order of their numbers. */
function groupsOf(choices: Choices): string[] {
  return choices.flat().flatMap((term) => {
    const inner = innerOf(term);
    if (inner.kind !== 'group' && inner.kind !== 'assertion') return [];
    const inside = groupsOf(inner.choices);
    return inner.kind === 'group' && inner.number !== null ? [inner.body, ...inside] : inside;
  });
}

/** Encodes what a URL can't contain; escapes stay. */
function encode(text: string): string {
  return text.toWellFormed().replace(/[^!-~]+|["<>\\^`{|}]|%(?![\da-f]{2})/gi, encodeURIComponent);
}
