/** Deletes the globals that a route file does not need. */

/** The globals of ECMAScript, without those that compile code or share memory. */
const LANGUAGE = [
  ...['Infinity', 'NaN', 'undefined', 'globalThis', 'isFinite', 'isNaN', 'parseFloat', 'parseInt'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape'],
  ...['Object', 'Function', 'Boolean', 'Symbol', 'Number', 'BigInt', 'Math', 'Date', 'Temporal'],
  ...['String', 'RegExp', 'Intl', 'JSON', 'Reflect', 'Proxy', 'WeakRef', 'FinalizationRegistry'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SuppressedError'],
  ...['SyntaxError', 'TypeError', 'URIError', 'Promise', 'DisposableStack', 'AsyncDisposableStack'],
  ...['Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Iterator', 'ArrayBuffer', 'DataView'],
  ...['Int8Array', 'Int16Array', 'Int32Array', 'Float16Array', 'Float32Array', 'Float64Array'],
  ...['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array'],
  ...['BigInt64Array', 'BigUint64Array'],
];

/** The browser's globals that a route file may use. None reaches beyond the worker's thread. */
const BROWSER = [
  ...['self', 'console', 'atob', 'btoa', 'structuredClone', 'queueMicrotask'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'],
];

const KEPT: readonly string[] = [...LANGUAGE, ...BROWSER];

/**
 * Deletes every other global, including inherited ones, so no getter or constructor gives it back.
 * Code then can't reach anything outside its thread, such as WebGL, whose process all tabs share.
 * Nor can it flood the frame with messages. The frame's policy blocks the network.
 *
 * @param more globals to keep
 */
export function isolate(more: readonly string[] = []): void {
  const kept = new Set<PropertyKey>([...KEPT, ...more]);
  let holder: object | null = globalThis;
  while (holder !== null && holder !== Object.prototype) {
    for (const key of Reflect.ownKeys(holder)) {
      if (!kept.has(key)) Reflect.deleteProperty(holder, key);
    }
    holder = Reflect.getPrototypeOf(holder);
  }
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
}
