/** Sends a request to a source's handlers. */
import { createRouter, type SuppliedTable } from 'waymark';
import * as fetching from 'waymark/fetch';
import { createControllers } from 'waymark/hmvc';
import * as http from 'waymark/http';
import { list } from 'waymark-tools/inspect';
import type { AnswerOf } from '../answer.ts';
import { BODY_LENGTH, HEADERS, REPORTS } from '../limits.ts';
import type { SendQuestion } from '../question.ts';
import { keepRouted, loadTable, locate, MODULES, type Modules } from './load.ts';

// Kept from the source, which may replace the globals.
const { Headers, Request } = globalThis;

const ORIGIN = 'https://playground.example';

type Handler = ReturnType<typeof fetching.createFetchHandler>;

/** The source's first handler. */
let made: Handler | undefined;

const createFetchHandler: typeof fetching.createFetchHandler = (options) => {
  const handler = fetching.createFetchHandler(options);
  // The cast: the playground calls it with a request alone.
  made ??= handler as Handler;
  keepRouted(options.routes, handler);
  return handler;
};

/** The modules for a source that answers requests itself. */
export const REQUEST_MODULES: Modules = {
  ...MODULES,
  'waymark/http': http,
  'waymark/fetch': { ...fetching, createFetchHandler },
};

/**
 * Runs a source, and sends a request to its own handler, or else to one with its routes.
 *
 * @throws {Stop} if the source throws
 */
export async function respond(
  { source, autoRoute, method, path, body, type }: SendQuestion,
  modules: Modules,
): Promise<AnswerOf<'response'>> {
  const { table } = await loadTable(source, modules);
  const reports: string[] = [];
  const onError = (error: unknown) => {
    if (reports.length < REPORTS) reports.push(locate(error).message.slice(0, BODY_LENGTH));
    return true;
  };
  const answer = createRouter(table, { autoRoute }).resolve(method, path);
  const destination = 'destination' in answer ? (answer.destination ?? '') : '';
  let standIn: string | null = null;
  const files = filesFor(table, destination, () => {
    standIn = destination;
    return destination;
  });
  const handle =
    made ??
    fetching.createFetchHandler({
      routes: table,
      controllers: createControllers(files),
      autoRoute,
      onError,
    });
  const hasBody = body !== '' && method !== 'GET' && method !== 'HEAD';
  const request = new Request(`${ORIGIN}${path.startsWith('/') ? '' : '/'}${path}`, {
    method,
    headers: new Headers(hasBody ? { 'content-type': type } : {}),
    ...(hasBody ? { body } : {}),
  });
  const response = await handle(request);
  const text = await readText(response);
  return {
    kind: 'response',
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].slice(0, HEADERS).map(([name, value]) => [name, value]),
    body: text.slice(0, BODY_LENGTH),
    isCut: text.length > BODY_LENGTH,
    standIn,
    reports: response.status < 500 ? [] : reports,
  };
}

/** The files of an application that has every controller. All actions give the same answer. */
function filesFor(table: SuppliedTable, destination: string, answer: () => string) {
  class StandIn {
    _remap(): string {
      return answer();
    }
  }
  const settings = [table.default_controller, table['404_override']].map(String);
  const all = [destination, ...settings, ...list(table).map((row) => row.destination ?? '')];
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
