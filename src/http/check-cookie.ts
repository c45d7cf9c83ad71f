import { WaymarkError } from '../errors/error.ts';
import type { CookieOptions } from './cookie-options.ts';

/** The number of bytes of name and value that browsers keep (RFC 6265bis, section 5.6). */
const LONGEST = 4096;

/**
 * Refuses a cookie that browsers would ignore silently.
 * @param line the whole header
 * @throws {WaymarkError} if the cookie is too long, or lacks an attribute that its name or another
 *   attribute requires
 */
export function checkCookie(
  where: string,
  name: string,
  line: string,
  { secure, sameSite, partitioned, path, domain }: CookieOptions,
): void {
  const length = line.split(';', 1)[0].length - 1;
  if (length > LONGEST) {
    const advice = 'store the data, and only its key in the cookie';
    throw refused(
      where,
      `name and value have ${length} bytes, and browsers keep ${LONGEST}`,
      advice,
    );
  }
  if (path !== undefined && path !== null && !path.startsWith('/')) {
    const problem = 'browsers ignore a path that does not start with a slash';
    throw refused(where, problem, `write path: '/${path}'`);
  }
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0].toLowerCase();
  const reasons = [
    prefix !== undefined && `the name starts with ${prefix}`,
    sameSite === 'none' && "sameSite is 'none'",
    partitioned === true && 'it is partitioned',
  ];
  const reason = reasons.find((one) => one !== false);
  if (secure !== true && reason !== undefined) {
    const problem = `browsers ignore the cookie: ${reason}, and secure is not true`;
    throw refused(
      where,
      problem,
      'serve the page over https, or write secure: true behind a proxy',
    );
  }
  if (prefix === '__host-' && (path !== '/' || domain !== undefined)) {
    const advice = "write path: '/' and no domain, or choose another name";
    throw refused(where, 'browsers refuse a __Host- cookie with another path or a domain', advice);
  }
}

function refused(where: string, problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-argument', where, problem, advice);
}
