/** Builds the targets and the headers that waymark, PHP and the client receive. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';

/** Headers that describe one connection, not the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers that `Connection` can't remove, since a client may name any. Without its length, a body
 * would reach PHP as a second request, whose headers the client has made up.
 */
const KEPT = /^(?:content-length|host|forwarded|x-forwarded-.+|x-real-ip|front-end-https)$/;

/** Headers that applications trust about the client, although any client can send them. */
const CLAIMS =
  /^(?:forwarded(?:-for)?|x-forwarded(?:-.+)?|front-end-https|(?:.+-)?client-?ip|x-real-ip|(?:.+-)?(?:connecting|user|socket)-?ip(?:v6)?|(?:x-)?remote-(?:addr|ip|user)|x-(?:url-)?scheme|x-host|cf-visitor)$/;

/**
 * Headers that make some servers and frameworks take another path or host for the requested one.
 * PHP never gets them, since waymark has answered for the path of the request.
 */
const REWRITES = /^x-(?:original|rewrite)-(?:ur[il]|host)|^x-http-host-override$/;

/**
 * Header names that are safe for PHP. PHP also turns `X_Forwarded_For` into `HTTP_X_FORWARDED_FOR`,
 * and `Proxy` into `HTTP_PROXY`, which some libraries read as a setting.
 */
const SAFE_NAME = /^(?!proxy$)[a-z0-9-]+$/;

/**
 * Builds the headers for both sides from the client's. `Host` stays, since PHP's redirects need it.
 * @param trusted proxies in front of the gateway, whose headers about the client are trusted
 */
export function forwardedHeaders(
  { headers, socket }: IncomingMessage,
  trusted: BlockList,
): IncomingHttpHeaders {
  const remote = plainAddress(String(socket.remoteAddress));
  const believes = isTrusted(remote, trusted);
  const kept = Object.entries(dropHopByHop(headers)).filter(
    ([name]) => SAFE_NAME.test(name) && !REWRITES.test(name) && (believes || !CLAIMS.test(name)),
  );
  const given: IncomingHttpHeaders = Object.fromEntries(kept);
  return {
    'x-forwarded-proto': 'http',
    'x-forwarded-host': headers.host ?? '',
    ...given,
    'x-forwarded-for': clientChain(String(given['x-forwarded-for'] ?? ''), remote, trusted),
    // Node decodes a chunked upload and chunks it again.
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
  };
}

/** Copies headers, except for hop-by-hop ones and those that `Connection` names. */
export function dropHopByHop<Value>(
  headers: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const kept = Object.entries(headers).filter(
    ([name]) => !HOP_BY_HOP.has(name) && (!named.includes(name) || KEPT.test(name)),
  );
  return Object.fromEntries(kept);
}

/**
 * The addresses of the client and of the proxies in front of PHP. CodeIgniter takes the first as
 * the client's, so every address before the last untrusted one is cut.
 */
function clientChain(claimed: string, remote: string, trusted: BlockList): string {
  const chain = claimed.split(',').map((address) => address.trim());
  const all = [...chain.filter((address) => address !== ''), remote];
  let client = all.length - 1;
  while (client > 0 && isTrusted(all[client], trusted)) client--;
  return all.slice(client).join(', ');
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Shortens an IPv4 address that an IPv6 socket reports as `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/** A request target for both sides, such as `/account?page=2`. */
interface Target {
  /** The normalised path and the query. */
  readonly url: string;
  /** As `url`, but still with what CodeIgniter cuts, such as `/index.php`. */
  readonly forPhp: string;
}

/** The origin in the absolute form, `http://shop.test/x` (RFC 9112, section 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]+(?=[/?]|$)/i;

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
export function readRequestTarget({ url = '', rawHeaders }: IncomingMessage): Target | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  if (hosts.length > 1) return null;
  const [path, ...queries] = url.replace(ABSOLUTE_FORM, '').split('?');
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
