/** Isolates a source that also needs requests and responses. */
import { isolate } from './isolate.ts';

const { FormData, Request, Response } = globalThis;

/** Deletes every other global. None of those left can reach beyond the thread. */
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
