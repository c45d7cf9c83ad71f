/**
 * `uri-host [ ":" port ]`: an address in brackets, or a name of unreserved characters, escapes and
 * sub-delimiters (RFC 9110, section 7.2; RFC 3986, section 3.2.2). An IPv4 address is such a name.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::[0-9]*)?$/i;

/** The last host that was parsed. Parsing is slow, and most requests have the same host. */
let parsed: string | undefined;

/**
 * Whether a `Host` header is a valid host, with or without a port. Runtimes treat other values
 * differently: Deno copies the header into the request's URL, where a slash in it starts the path.
 * A host that no URL can have, such as `a:99999`, would make `new URL(request.url)` throw in each
 * action. The header may be missing, as in a `Request` made by hand. It may be empty if the target
 * has no authority (RFC 9112, section 3.2).
 */
export function isHost(host: string | null): boolean {
  if (!host || host === parsed) return true;
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  parsed = host;
  return true;
}
