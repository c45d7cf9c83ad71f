/** Leaves requests and responses to the code of a source, besides what a route file needs. */
import { isolate } from './isolate.ts';

const { FormData, Request, Response } = globalThis;

/** Takes every other global; none of those that are left leads out of the thread. */
export function isolateRequests(): void {
  isolate(['Request', 'Response', 'Headers', 'FormData', 'ReadableStream']);
  forbidBlobs();
}

/** Leaves no way to make a blob or a file: the browser keeps them outside of this thread. */
function forbidBlobs(): void {
  class Blob {
    constructor() {
      throw new TypeError('The playground has no Blob');
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
          throw new TypeError('The playground reads no files');
        }
        const form = new FormData();
        const fields = new URLSearchParams(await text.call(this));
        for (const [name, value] of fields) form.append(name, value);
        return form;
      },
    );
  }
}
