/** CodeIgniter's own answers to hostile targets, held against the gateway with every page ported. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway.ts';
import { createControllers } from '../../src/hmvc.ts';
import { CONTROLLERS, type Recorded, ROUTES } from '../php/targets.ts';
import { end, listen } from '../support/gateway.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

const file = new URL('../fixtures/targets.json', import.meta.url);
const recorded: readonly Recorded[] = JSON.parse(readFileSync(file, 'utf8'));

/** A class whose actions say their own name. */
function ported(path: string, actions: readonly string[]) {
  class Ported {}
  for (const name of actions) {
    Object.defineProperty(Ported.prototype, name, { value: () => `found ${path}/${name}` });
  }
  return async () => ({ default: Ported });
}

const files = Object.fromEntries(
  Object.entries(CONTROLLERS).map(([path, actions]) => [
    `application/controllers/${path}.ts`,
    ported(path, actions),
  ]),
);
const routes = { ...ROUTES, translate_uri_dashes: 'true' };
const php = createServer((request, response) => void response.end(`PHP ${request.url}`));
const servers = [php];
let port = 0;

beforeAll(async () => {
  const origin = `http://127.0.0.1:${await listen(php)}`;
  const gateway = createGateway({ routes, controllers: createControllers(files), php: origin });
  servers.push(gateway);
  port = await listen(gateway);
});
afterAll(() => {
  for (const server of servers) end(server);
});

/** What clients get for the targets that CodeIgniter answers, and for every fifth of the others. */
async function answers() {
  const asked = recorded.filter(([, , action], at) => action !== null || at % 5 === 0);
  const queue = [...asked.entries()];
  const answered: { row: Recorded; status: number; body: string }[] = [];
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [at, row] = next;
      answered[at] = { row, ...(await sendRaw(port, requestFor('GET', row[0], 'shop.test'))) };
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return answered;
}

describe('a hostile target', () => {
  let all: Awaited<ReturnType<typeof answers>>;
  beforeAll(async () => {
    all = await answers();
  });

  it('is answered by waymark, or by nobody, if CodeIgniter finds a ported action for it', () => {
    const found = all.filter(({ row: [, , action] }) => action !== null);
    expect([recorded.length, found.length]).toEqual([2000, 427]);
    const wrong = found.filter(({ row: [, , action], status, body }) =>
      status === 200 ? body !== `found ${action}` : body.startsWith('PHP'),
    );
    expect(wrong.map(({ row, status, body }) => [...row, status, body])).toEqual([]);
    expect(found.filter(({ status }) => status === 200).length).toBeGreaterThan(400);
  });

  it('reaches PHP as it did when that was recorded, if at all', () => {
    const wrong = all.filter(
      ({ row: [, sent], body }) => body.startsWith('PHP') && body !== `PHP ${sent}`,
    );
    expect(wrong.map(({ row, body }) => [...row, body])).toEqual([]);
  });
});
