/** Defines rows without an action: redirects and blocks. */
import { badArgument, readOptions, readString } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isOneOf } from '../errors/kind.ts';
import { quote } from '../errors/show.ts';
import {
  REDIRECT_STATUSES,
  type RedirectStatus,
  referencesOf,
  writeRedirect,
} from '../table/destination.ts';
import { readMeta } from '../table/meta.ts';
import { isReserved, settingAsPattern, withoutSlash } from '../table/row.ts';
import { createRow, labelOf, register } from './create-row.ts';
import type { RouteOptions } from './define.ts';
import { registry } from './registry.ts';

/** The origin of a URL that is a target, and whatever else looks like one. */
const ORIGIN = /^\s*(?:[a-z][a-z\d+.-]*:\/|\/\/)\/*[^/]*/i;

/** A target can't have a query, a fragment, an escape, `{id}`, `:id`, `*` or a dot segment. */
const REFUSED = /[?#%\\{}*]|(?:^|\/)(?::\w|\.\.?(?:\/|$))/;

/** The options of a redirect. */
export interface RouteRedirectOptions extends Omit<RouteOptions, 'children'> {
  /** The status: 303 by default, as of `redirect`. */
  readonly status?: RedirectStatus | null | undefined;
  /** `'keep'` puts the request's query after the target; by default it is dropped. */
  readonly query?: 'keep' | null | undefined;
}

/** @param third the status, or options that may have it */
export function defineRedirect(
  from: string,
  to: string,
  third: RedirectStatus | RouteRedirectOptions | null = {},
): void {
  if (typeof from !== 'string') throw badArgument('Route.redirect', 'from', 'a string', from);
  const where = `Route.redirect(${quote(from)})`;
  const options = typeof third === 'number' ? { status: third } : third;
  const given = readOptions(where, options, ['status', 'query', 'as', 'meta']);
  const status = given.status ?? 303;
  if (!isOneOf(status, REDIRECT_STATUSES)) {
    throw badArgument(where, 'status', `one of ${REDIRECT_STATUSES.join(', ')}`, status);
  }
  const query = given.query ?? null;
  if (query !== null && query !== 'keep') throw badArgument(where, 'query', "'keep'", query);
  const target = readTarget(where, to);
  const meta = readMeta(where, given.meta, registry().current.scope.meta);
  const name = readString(where, 'as', given.as);
  const text = writeRedirect(status, target, query === 'keep');
  const row = createRow(where, null, from, text, { name, meta });
  const { pattern, parsed } = row;
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
  register([row]);
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

/**
 * Blocks patterns. A value that isn't a string is ignored, as in the original library. The table
 * carries this mistake, and the application reports it when it starts. If a pattern is wrong, none is
 * blocked.
 * @param entry the public method, whose caller is named in the report
 */
export function defineBlocks(entry: () => void, paths: readonly unknown[]): void {
  const patterns: string[] = [];
  const mistakes: WaymarkError[] = [];
  const read = (value: unknown, name: string) => {
    if (typeof value === 'string') patterns.push(value);
    else mistakes.push(ignored(entry, name, value));
  };
  for (const [index, path] of paths.entries()) {
    const name = `argument ${index + 1}`;
    // The iterator also visits an array's holes, which are lost blocks.
    if (!Array.isArray(path)) read(path, name);
    else for (const [place, item] of path.entries()) read(item, `item ${place + 1} of ${name}`);
  }
  register(patterns.map((from) => createRow(`Route.block(${quote(from)})`, null, from, '', {})));
  registry().current.mistakes.push(...mistakes);
}

function ignored(entry: () => void, name: string, value: unknown): WaymarkError {
  const place = new Error();
  Error.captureStackTrace?.(place, entry);
  const [, caller = ''] = String(place.stack).split(/\n\s*/, 2);
  const wanted = 'a pattern, so it blocks nothing; Route.named gives null for unknown names';
  return badArgument(`Route.block ${caller}`, name, wanted, value);
}
