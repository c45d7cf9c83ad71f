import { badArgument, isOneOf } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { referencesOf } from '../table/destination.ts';
import { isReserved, settingAsPattern, withoutSlash } from '../table/key.ts';
import { REDIRECT_STATUSES, type RedirectStatus } from '../table/redirect.ts';
import { draft, labelOf, record } from './define.ts';
import { registry } from './registry.ts';

/** The origin of a URL that is a target, and whatever else looks like one. */
const ORIGIN = /^\s*(?:[a-z][a-z\d+.-]*:\/|\/\/)\/*[^/]*/i;

/** Refused in a target: a query, a fragment, escapes, `{id}`, `:id`, `*`, dot segments. */
const REFUSED = /[?#%\\{}*]|(?:^|\/)(?::\w|\.\.?(?:\/|$))/;

export function defineRedirect(from: string, to: string, status: RedirectStatus = 302): void {
  if (typeof from !== 'string') throw badArgument('Route.redirect', 'from', 'a string', from);
  const where = `Route.redirect(${quote(from)})`;
  if (!isOneOf(status, REDIRECT_STATUSES)) {
    throw badArgument(where, 'status', `one of ${REDIRECT_STATUSES.join(', ')}`, status);
  }
  const target = readTarget(where, to);
  const { meta } = registry().scope;
  const drafted = draft(where, { method: null, from, to: `${status}\t${target}`, meta });
  const { pattern, parsed } = drafted;
  if (isReserved(pattern)) throw settingAsPattern(where, pattern);
  const missing = referencesOf(to).find((group) => group === 0 || group > parsed.groupCount);
  if (missing !== undefined) {
    const problem = `to refers to $${missing}, and ${quote(pattern)} does not have that group`;
    const advice = 'count the groups from $1, the first pair of parentheses';
    throw new WaymarkError('bad-argument', where, problem, advice);
  }
  if (target.slice(1).replace(/\/$/, '') === withoutSlash(labelOf(parsed))) {
    const problem = 'the path redirects to itself';
    throw new WaymarkError('bad-argument', where, problem, 'redirect to another path');
  }
  record([drafted]);
}

/** Reads a path or a URL, in the form of the table: with a slash before the path. */
function readTarget(where: string, to: string): string {
  const [start = ''] = (typeof to === 'string' && ORIGIN.exec(to)) || [];
  const origin = /^https?:/i.test(start) && URL.canParse(start) ? new URL(start).origin : '';
  const isHost = start === '' || (origin !== '' && !/[@$]/.test(start));
  // `${1}` is a reference, as in any destination.
  const isPath = typeof to === 'string' && !REFUSED.test(to.replace(/\$\{\d{1,2}\}/g, '$1'));
  if (!isPath || !isHost || to === '') {
    const wanted =
      "a path such as 'photos/$1' or a URL such as 'https://photos.test/$1', decoded; for a query, write a handler that returns redirect() of waymark/http";
    throw badArgument(where, 'to', wanted, to);
  }
  return `${origin}/${withoutSlash(to.slice(start.length)).toWellFormed()}`;
}
