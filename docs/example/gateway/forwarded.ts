/** The headers that waymark and PHP get. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import { dropHopByHop } from './hop-by-hop.ts';

/** Headers that applications believe about the client. A client could send its own. */
const CLAIMS = /^(?:forwarded|x-forwarded-.+|(?:.+-)?client-ip|x-real-ip)$/;

/**
 * The name of a header that reaches PHP as itself. PHP makes `HTTP_X_FORWARDED_FOR` of
 * `X_Forwarded_For` too, and `HTTP_PROXY` of `Proxy`, which some libraries read as a setting.
 */
const SAFE_NAME = /^(?!proxy$)[a-z0-9-]+$/;

/**
 * Makes the headers that both sides get from those of the client. `Host` stays, since PHP makes its
 * redirects from it.
 * @param trusted addresses of the proxies in front of the gateway, whose claims about the client count
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
    // Node decodes the chunks of an upload of unknown length and makes new ones.
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
  };
}

/**
 * The client and the proxies between it and PHP. CodeIgniter takes the first address for the client,
 * so what an untrusted one claims about those before it is cut.
 */
function clientChain(claimed: string, remote: string, trusted: BlockList): string {
  const chain = claimed.split(',').map((address) => address.trim());
  const all = [...chain.filter((address) => address !== ''), remote];
  const client = all.findLastIndex((address) => !isTrusted(address, trusted));
  return all.slice(Math.max(client, 0)).join(', ');
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** A server that listens on IPv6 sees an address of IPv4 as `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
