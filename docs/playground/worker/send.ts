/** The program that sends a request to a source's handlers. */
import { createRouter, type SuppliedTable } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import * as inspect from 'waymark-tools/inspect';
import { BODY_LENGTH, type SendQuestion, type ToolAnswer } from '../tools.ts';
import { recordConsole } from './console.ts';
import { isolateRequests } from './isolate-requests.ts';
import { loadTable, locate } from './load.ts';
import { ownHandler, REQUEST_MODULES } from './request-modules.ts';

const logs = recordConsole();
const post = postMessage;
const { Headers, Request } = globalThis;
let sent = false;

function send(answer: ToolAnswer): void {
  if (!sent) post(JSON.stringify(answer));
  sent = true;
}

function fail(error: unknown): void {
  const { message, line, wants } = locate(error);
  send({ kind: 'failure', message: line === null ? message : `Line ${line}: ${message}`, wants });
}

addEventListener('error', (event) => fail(event.error));
addEventListener('unhandledrejection', (event) => fail(event.reason));
addEventListener(
  'message',
  ({ data }: MessageEvent<SendQuestion>) => respond(data).then(send, fail),
  {
    once: true,
  },
);

isolateRequests();

async function respond(question: SendQuestion): Promise<ToolAnswer> {
  const { source, autoRoute, method, path, body, type } = question;
  const modules = { ...REQUEST_MODULES, 'waymark-tools/inspect': inspect };
  const { table } = await loadTable(source, null, modules);
  const reports: string[] = [];
  const onError = (error: unknown) => {
    if (reports.length < 20) reports.push(locate(error).message.slice(0, BODY_LENGTH));
    return true;
  };
  const answer = createRouter(table, { autoRoute }).resolve(method, path);
  const destination = 'destination' in answer ? (answer.destination ?? '') : '';
  let standIn: string | null = null;
  const files = filesFor(table, destination, () => {
    standIn = destination;
    return destination;
  });
  const handle = ownHandler() ?? createFetchHandler({ routes: table, files, autoRoute, onError });
  const hasBody = body !== '' && method !== 'GET' && method !== 'HEAD';
  const headers = new Headers(hasBody ? { 'content-type': type } : {});
  const response = await handle(
    new Request(`${ORIGIN}${path.startsWith('/') ? '' : '/'}${path}`, {
      method,
      headers,
      ...(hasBody ? { body } : {}),
    }),
  );
  const text = await readText(response);
  return {
    kind: 'response',
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].slice(0, 100).map(([name, value]) => [name, value]),
    body: text.slice(0, BODY_LENGTH),
    isCut: text.length > BODY_LENGTH,
    standIn,
    reports: response.status < 500 ? [] : reports,
    logs: [...logs],
  };
}

/**
 * Returns the files of an application that has every controller. All actions give the same answer.
 *
 * @param destination the request's destination
 * @param answer creates the answer
 */
function filesFor(table: SuppliedTable, destination: string, answer: () => string) {
  class StandIn {
    _remap(): string {
      return answer();
    }
  }
  const settings = [table.default_controller, table['404_override']].map(String);
  const all = [destination, ...settings, ...inspect.list(table).map((row) => row.destination)];
  const names = all
    .map((each) => each.split('/', 1)[0] ?? '')
    .filter((name) => /^[^.$]+$/.test(name));
  const load = async () => ({ default: StandIn });
  return Object.fromEntries(
    names
      .flatMap((name) => [name, name.replaceAll('-', '_')])
      // File names that differ only in the case of the first letter would be an error.
      .map((name) => name.charAt(0).toLowerCase() + name.slice(1))
      .map((name) => [`application/controllers/${name}.ts`, load]),
  );
}

const ORIGIN = 'https://playground.example';

/** Reads a body, stopping soon after the part that is shown, since a stream may never end. */
async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader !== undefined && text.length <= BODY_LENGTH) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}
