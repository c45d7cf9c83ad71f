/** Reads request targets, so that waymark and PHP see the same path. */
import type { IncomingMessage } from 'node:http';

/** A request target for both sides, such as `/account?page=2`. */
export interface Target {
  /** The normalised path and the query. */
  readonly url: string;
  /** As `url`, but still with what CodeIgniter cuts, such as `/index.php`. */
  readonly forPhp: string;
}

/** The origin in the absolute form, `http://shop.test/x` (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]+(?=[/?]|$)/i;

/** An escape that any URL may have without the `%` (RFC 3986, section 2.3): `%61` is `a`. */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** CodeIgniter cuts this, even from `/index.phpaccount`. */
const SCRIPT = /^\/index\.php/;

/** Segments that are folders elsewhere: CodeIgniter takes `/account/..` for `account`. */
const DOTS = /\/\.{1,2}(?:\/|$)/;

/**
 * Reads the target of a request.
 * @returns `null` if the request must be refused: two `Host` lines, a dot segment, or no path
 */
export function readTarget({ url = '', rawHeaders }: IncomingMessage): Target | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  if (hosts.length > 1) return null;
  const [path, ...queries] = url.replace(ORIGIN, '').split('?');
  const query = queries.map((text) => `?${text}`).join('');
  const whole = normalise(path === '' && url !== '' ? '/' : path);
  if (whole === null) return null;
  const script = SCRIPT.exec(whole)?.[0] ?? '';
  const rest = normalise(`/${whole.slice(script.length)}`);
  // Without a path, CodeIgniter takes one from the query: `/?/account`.
  if (rest === '/' && query.startsWith('?/')) {
    const [, asked, ...others] = query.split('?');
    const inner = normalise(asked);
    const tail = others.map((text) => `?${text}`).join('');
    return inner === null ? null : { url: inner + tail, forPhp: `${whole}?${inner}${tail}` };
  }
  return rest === null ? null : { url: rest + query, forPhp: whole + query };
}

/** Decodes what can be, and drops empty segments; keeps a slash at the end. */
function normalise(path: string): string | null {
  if (!path.startsWith('/') || path.includes('#')) return null;
  const decoded = path.replace(UNRESERVED, decodeURIComponent).replace(/\/{2,}/g, '/');
  return DOTS.test(decoded) ? null : decoded;
}
