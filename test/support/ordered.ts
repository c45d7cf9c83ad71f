/**
 * The resolver in its plainest form, written from the design alone: it normalises every path, and
 * tries every key in order as a regular expression. It defines the answers that the tree must give,
 * and shares no code with the package.
 */
import type { Method, Resolution } from '../../src/index.ts';
import type { BadPathReason } from '../../src/path/normalise.ts';

/** In the order of `Allow`. */
const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const MAX_PATH_LENGTH = 2048;

/** The reason for a bad request. */
export interface Refused {
  readonly reason: BadPathReason;
}

interface OrderedRoute {
  readonly key: string;
  readonly method: Method | null;
  readonly pattern: string;
  readonly expression: RegExp;
  readonly to: string;
}

/**
 * Creates the plain resolver for a table that `createRouter` accepts, without handlers.
 *
 * @param table patterns to destinations
 * @param options `autoRoute` as `createRouter` takes it
 *
 * @example
 * createOrderedRouter({ 'a/(:num)': 'a/$1' }).resolve('GET', '/a/7');
 */
export function createOrderedRouter(
  table: Readonly<Record<string, string>>,
  { autoRoute = false }: { readonly autoRoute?: boolean } = {},
) {
  const { default_controller: home, '404_override': missing, ...patterns } = table;
  const routes = Object.entries(patterns).map(([key, to]) => readRoute(key, to));
  const empty = ({ pattern }: OrderedRoute) => pattern === '';
  const ordered = [
    ...routes.filter(empty),
    ...(home ? [{ ...readRoute('', home), key: 'default_controller' }] : []),
    ...routes.filter((route) => !empty(route)),
  ];
  const find = (method: string, path: string) =>
    ordered.find((route) => (route.method ?? method) === method && route.expression.test(path));

  return {
    resolve(method: string, target: string): Resolution {
      const path = normalOf(target);
      if (typeof path !== 'string') return { status: 'bad-request', reason: path.reason };
      const route = find(method, path);
      if (route !== undefined) return answerOf(route, path);
      const others = METHODS.map((other) => [other, find(other, path)] as const);
      const served = others.filter(([, found]) => found && found.to !== '').map(([other]) => other);
      // GET routes also serve HEAD unless a key for HEAD blocks it. `Allow` never names the
      // requested method.
      const head = find('HEAD', path);
      const headBlocked = head?.method === 'HEAD' && head.to === '';
      if (served.includes('GET') && !headBlocked) served.push('HEAD');
      // A row for OPTIONS alone makes no path known.
      const isKnown = served.some((other) => other !== 'OPTIONS');
      const allow = METHODS.filter(
        (other) => isKnown && other !== method && served.includes(other),
      );
      if (allow.length > 0) return { status: 'method-not-allowed', allow };
      const isMatched = ([other, found]: (typeof others)[number]) =>
        found !== undefined && (other !== 'OPTIONS' || found.to === '');
      if (autoRoute && path !== '' && !others.some(isMatched)) {
        return { status: 'found', route: null, destination: path, params: [] };
      }
      return missing ? { status: 'not-found', destination: missing } : { status: 'not-found' };
    },
  };
}

/**
 * The normal form of a request target, computed byte by byte.
 *
 * @param target with or without a leading slash, a query and a hash
 *
 * @example
 * normalOf('/a//x/../%62?q=1'); // 'a/b'
 */
export function normalOf(target: string): string | Refused {
  const path = target.split(/[?#]/, 1)[0];
  if (path.length > MAX_PATH_LENGTH) return { reason: 'too long' };
  if (path.includes('\\')) return { reason: 'backslash' };
  const bytes: number[] = [];
  for (let at = 0; at < path.length; at++) {
    if (path[at] === '%') {
      const digits = path.slice(at + 1, at + 3);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return { reason: 'malformed percent sequence' };
      const char = String.fromCharCode(Number.parseInt(digits, 16));
      if (char === '/' || char === '%') bytes.push(...Buffer.from(`%${digits.toUpperCase()}`));
      else bytes.push(char.charCodeAt(0));
      at += 2;
      continue;
    }
    const char = String.fromCodePoint(path.codePointAt(at) ?? 0); // never undefined
    // UTF-8 has neither the byte 255 nor lone surrogates.
    bytes.push(...(char.isWellFormed() ? Buffer.from(char) : [255]));
    at += char.length - 1;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return { reason: 'invalid UTF-8' };
  }
  if (/\p{Cc}/u.test(text)) return { reason: 'control character' };
  return withoutDots(text.split('/')).filter(Boolean).join('/');
}

/** Walks backwards: each `..` removes an earlier segment. */
function withoutDots(segments: readonly string[]): string[] {
  let taken = 0;
  return segments.reduceRight<string[]>((kept, segment) => {
    if (segment === '.') return kept;
    if (segment === '..') taken++;
    else if (taken > 0) taken--;
    else kept.unshift(segment);
    return kept;
  }, []);
}

function readRoute(key: string, to: string): OrderedRoute {
  const method = METHODS.find((name) => key.startsWith(`${name} `)) ?? null;
  const written = method === null ? key : key.slice(method.length + 1);
  const pattern = written.startsWith('/') ? written.slice(1) : written;
  return { key, method, pattern, to, expression: new RegExp(`^(?:${sourceOf(pattern)})$`, 's') };
}

const WORDS: Readonly<Record<string, string>> = {
  '(:alpha)': '([a-zA-Z]+)',
  '(:alphanum)': '([a-zA-Z0-9]+)',
  '(:segment)': '([^/]+)',
  '(:hash)': '([^/]+)',
  // PCRE's white space: no path has its other characters.
  '\\s': '\\x20',
  '\\S': '[^\\x20]',
};

/** Named placeholders are in parentheses and may be escaped; `:any` and `:num` are plain text. */
function sourceOf(pattern: string): string {
  const named = pattern.replace(/\\.|\(:(?:alpha|alphanum|segment|hash)\)/gs, (found) =>
    Object.hasOwn(WORDS, found) ? WORDS[found] : found,
  );
  return named.split(':any').join('[^/]+').split(':num').join('[0-9]+');
}

function answerOf({ key, pattern, expression, to }: OrderedRoute, path: string): Resolution {
  if (to === '') return { status: 'blocked', route: key };
  const groups = [...(expression.exec(path) ?? [])].map((text) => text ?? '');
  const destination = to.includes('$') && pattern.includes('(') ? replaced(to, groups) : to;
  const params = groups.slice(1).map((text) => text.split('%2F').join('/').split('%25').join('%'));
  const names = namesOf(expression.source);
  if (!names.some((name) => name !== undefined)) {
    return { status: 'found', route: key, destination, params };
  }
  const named = Object.fromEntries(params.map((param, at) => [names[at] ?? at, param]));
  return { status: 'found', route: key, destination, params: named };
}

/** The name of each group that captures; `undefined` for a group without one. */
function namesOf(source: string): (string | undefined)[] {
  const starts = source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|(\()(?:\?<(\w+)>|(?!\?))/gs);
  return Array.from(starts).flatMap(([, group, name]) => (group === undefined ? [] : [name]));
}

/**
 * Reads a replacement as `preg_replace` does: one character at a time, knowing the previous one.
 */
function replaced(to: string, groups: readonly string[]): string {
  let filled = '';
  let before = '';
  for (let at = 0; at < to.length; ) {
    const char = to[at];
    if (before === '\\' && (char === '\\' || char === '$')) {
      filled = filled.slice(0, -1) + char;
      before = '';
      at++;
      continue;
    }
    const [whole, braced, bare] = /^(?:\$\{(\d\d?)\}|[$\\](\d\d?))/.exec(to.slice(at)) ?? [char];
    const number = braced ?? bare;
    filled += number === undefined ? char : (groups[Number(number)] ?? '');
    before = number === undefined ? char : '';
    at += whole.length;
  }
  return filled;
}
