/** One process of the first responses, as plain JavaScript: it compiles nothing but the bundle. */
import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

const [file, url] = process.argv.slice(2);
const source = `(function (module) {${readFileSync(file, 'utf8')}\n})`;
const module = { exports: undefined };
// Node loads its own fetch when one of its classes is first used.
const request = new Request(url);
new Response('');

const start = process.hrtime.bigint();
new Script(source).runInThisContext()(module);
const response = await module.exports(request);
const microseconds = Number(process.hrtime.bigint() - start) / 1e3;
process.send({ microseconds, status: response.status, body: await response.text() });
