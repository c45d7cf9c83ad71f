/** Deletes the globals that a source does not need. */

const { FormData, Request, Response } = globalThis;

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

/**
 * Deletes every other global, including inherited ones, so no getter or constructor gives it back.
 * Code then can't reach anything outside its thread, such as WebGL, whose process all tabs share.
 * Nor can it flood the frame with messages. The frame's policy blocks the network.
 *
 * @param more globals to keep
 */
export function isolate(more: readonly string[] = []): void {
  const kept = new Set<PropertyKey>([...LANGUAGE, ...BROWSER, ...more]);
  let holder: object | null = globalThis;
  while (holder !== null && holder !== Object.prototype) {
    for (const key of Reflect.ownKeys(holder)) {
      if (!kept.has(key)) Reflect.deleteProperty(holder, key);
    }
    holder = Reflect.getPrototypeOf(holder);
  }
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
}

/** Isolates a source that also needs requests and responses, which don't reach beyond its thread. */
export function isolateRequests(): void {
  isolate(['Request', 'Response', 'Headers', 'FormData', 'ReadableStream']);
  forbidBlobs();
}

/** Prevents code from creating blobs and files, which the browser stores outside this thread. */
function forbidBlobs(): void {
  class Blob {
    constructor() {
      throw new TypeError('The playground does not support Blob');
    }
  }
  Reflect.set(globalThis, 'Blob', Blob);
  for (const { prototype } of [Request, Response]) {
    Reflect.deleteProperty(prototype, 'blob');
    const { text } = prototype;
    Reflect.set(
      prototype,
      'formData',
      async function readFields(this: Body & { headers: Headers }) {
        if (this.headers.get('content-type')?.startsWith('multipart/')) {
          throw new TypeError('The playground does not support files');
        }
        const form = new FormData();
        const fields = new URLSearchParams(await text.call(this));
        for (const [name, value] of fields) form.append(name, value);
        return form;
      },
    );
  }
}
