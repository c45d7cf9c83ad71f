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

/** Copies headers, except for hop-by-hop ones and those that `Connection` names. */
export function dropHopByHop<Value>(
  headers: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  const kept = Object.entries(headers).filter(
    ([name]) => !HOP_BY_HOP.has(name) && (!named.includes(name) || KEPT.test(name)),
  );
  return Object.fromEntries(kept);
}
