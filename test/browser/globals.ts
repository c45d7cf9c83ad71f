/** The globals and constructors that sandboxed code may reach. */

/** The native constructors available by name. */
export const CONSTRUCTORS = [
  ...['Object', 'Function', 'Boolean', 'Symbol', 'Number', 'BigInt', 'String', 'RegExp', 'Date'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SuppressedError'],
  ...['SyntaxError', 'TypeError', 'URIError', 'Promise', 'DisposableStack', 'AsyncDisposableStack'],
  ...['Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator'],
  ...['ArrayBuffer', 'DataView', 'Int8Array', 'Int16Array', 'Int32Array', 'Uint8Array'],
  ...['Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array'],
  ...['Float16Array', 'Float32Array', 'Float64Array'],
  ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'],
];

export const OTHER_GLOBALS = [
  ...['Infinity', 'NaN', 'undefined', 'globalThis', 'isFinite', 'isNaN', 'parseFloat', 'parseInt'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape'],
  ...['Math', 'Temporal', 'Intl', 'JSON', 'Reflect', 'Proxy', 'self', 'console', 'atob', 'btoa'],
  ...['structuredClone', 'queueMicrotask', 'setTimeout', 'clearTimeout', 'setInterval'],
  ...['clearInterval', 'playground'],
  // Two numbers in Chromium that can't be deleted.
  ...['TEMPORARY', 'PERSISTENT'],
];

/** The native constructors reachable through the language and its errors. */
export const WITHOUT_GLOBAL = [
  ...['AsyncFunction', 'GeneratorFunction', 'AsyncGeneratorFunction', 'TypedArray', 'CallSite'],
  'DOMException',
];

/** The native constructors reachable through requests and responses. */
export const OF_FETCH = [
  ...['Request', 'Response', 'Headers', 'FormData', 'ReadableStream', 'AbortSignal'],
  ...['ReadableStreamDefaultReader', 'ReadableStreamDefaultController', 'ReadableStreamBYOBReader'],
  ...['ReadableByteStreamController', 'ReadableStreamBYOBRequest', 'EventTarget', 'Event'],
];

/**
 * A module that throws the names of all native constructors it can reach. It skips the language's
 * namespaces, which grow with every version.
 */
export const WALK = `
const seen = new Set([Intl, Temporal]);
const names = new Set();
function visit(value) {
  if (Object(value) !== value || seen.has(value)) return;
  seen.add(value);
  const isNative = () => /\\[native code\\]/.test(Function.prototype.toString.call(value));
  if (typeof value === 'function' && Object.hasOwn(value, 'prototype') && isNative()) names.add(value.name);
  visit(Reflect.getPrototypeOf(value));
  for (const key of Reflect.ownKeys(value)) {
    const { get, set, value: held } = Reflect.getOwnPropertyDescriptor(value, key);
    [get, set, held].forEach(visit);
    if (get !== undefined) try { visit(value[key]); visit(get.call(globalThis)); } catch (error) { visit(error); }
  }
}
visit(globalThis);
visit(import.meta);
visit(async () => {});
visit(async function* () {}());
visit(function* () {}());
visit(setTimeout(() => {}));
for (const wrong of [() => atob('%'), () => structuredClone(visit), () => new URL('x'), () => import('data:,')])
  try { visit(await wrong()); } catch (error) { visit(error); }
export default () => {
  Error.prepareStackTrace = (_, calls) => calls;
  for (const call of new Error().stack) { visit(call); visit(call.getThis()); visit(call.getFunction()); }
  Error.prepareStackTrace = undefined;
  throw [...names].sort().join(' ');
};
`;
