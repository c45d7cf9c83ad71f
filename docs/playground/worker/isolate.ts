/** Takes every global from the code of a source that a route file does not need. */

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

/** What a route file may use of the browser: nothing here leaves the worker's thread. */
const BROWSER = [
  ...['self', 'console', 'atob', 'btoa', 'structuredClone', 'queueMicrotask'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'],
];

const KEPT: readonly string[] = [...LANGUAGE, ...BROWSER];

/**
 * Deletes every other global, from the prototypes of the global object too, so that no getter and no
 * constructor leads back to it. This keeps code from what runs outside its thread, such as WebGL, whose
 * process all tabs share, and from flooding the frame with messages. The policy of the frame keeps the
 * code from the network.
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
