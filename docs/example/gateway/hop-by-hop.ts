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

/** Copies headers, except for hop-by-hop ones and those that `Connection` names. */
export function dropHopByHop<Value>(
  headers: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  const kept = Object.entries(headers).filter(
    ([name]) => !HOP_BY_HOP.has(name) && !named.includes(name),
  );
  return Object.fromEntries(kept);
}
