/** Requests to the example, with the expected answers. */
import type { Result } from './suite.ts';

/** Sends a request, over HTTP or by a call. */
export type Send = (method: string, path: string) => Promise<Response>;

export type Expected = readonly [method: string, path: string, status: number, part: string];

/** Each has the status of the answer, and a part of its body. */
export const REQUESTS: readonly Expected[] = [
  ['GET', '/', 200, '<span>Dunes</span>'],
  ['GET', '/photos/7', 200, '<h1>Night shift</h1>'],
  ['GET', '/photos/7/edit', 200, 'value="Night shift"'],
  ['GET', '/api/v1/photos/10', 200, '"id":10'],
  ['GET', '/photos/12/picture.svg', 200, '<svg'],
  ['GET', '/style.css', 200, 'prefers-color-scheme: dark'],
  ['GET', '/health', 200, 'fine'],
  ['GET', '/albums/desert', 200, '<span>Dunes</span>'],
  ['GET', '/tools/albums/report?format=json', 200, '{"albums":5}'],
  ['HEAD', '/photos/7', 200, ''],
  ['OPTIONS', '/photos/12', 204, ''],
  ['PATCH', '/photos/12', 405, ''],
  ['GET', '/albums/__proto__', 404, ''],
  ['GET', '/tools/photos/_missing', 404, ''],
  ['GET', '/nothing', 404, '<code>/nothing</code>'],
  ['GET', '/photos/%zz', 400, ''],
  ['GET', '/tools/photos/fail', 500, ''],
];

/** Sends every request, and collects the failures. */
export async function runExample(send: Send): Promise<Result> {
  const failed: string[] = [];
  for (const [method, path, status, text] of REQUESTS) {
    const response = await send(method, path);
    const body = await response.text();
    if (response.status !== status || !body.includes(text)) {
      failed.push(`${method} ${path}: ${response.status}`);
    }
  }
  return { checks: REQUESTS.length, failed };
}
