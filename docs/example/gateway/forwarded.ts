/** Builds the headers that waymark and PHP receive. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import { dropHopByHop } from './hop-by-hop.ts';

/** Headers that applications trust about the client, although any client can send them. */
const CLAIMS =
  /^(?:forwarded(?:-for)?|x-forwarded(?:-.+)?|front-end-https|(?:.+-)?client-ip|x-real-ip)$/;

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
  const remote = plainAddress(socket.remoteAddress ?? '');
  const believes = isTrusted(remote, trusted);
  const kept = Object.entries(dropHopByHop(headers)).filter(
    ([name]) => SAFE_NAME.test(name) && (believes || !CLAIMS.test(name)),
  );
  const given: IncomingHttpHeaders = Object.fromEntries(kept);
  return {
    'x-forwarded-proto': 'encrypted' in socket ? 'https' : 'http',
    'x-forwarded-host': headers.host ?? '',
    ...given,
    'x-forwarded-for': clientChain(String(given['x-forwarded-for'] ?? ''), remote, trusted),
    // Node decodes a chunked upload and chunks it again.
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
  };
}

/**
 * The addresses of the client and of the proxies in front of PHP. CodeIgniter takes the first as
 * the client's, so every address before the last untrusted one is cut.
 */
function clientChain(claimed: string, remote: string, trusted: BlockList): string {
  const chain = claimed.split(',').map((address) => address.trim());
  const all = [...chain.filter((address) => address !== ''), remote];
  let client = all.length - 1;
  while (client > 0 && isTrusted(all[client] ?? '', trusted)) client--;
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
