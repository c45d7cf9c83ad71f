/**
 * Times a bundle from its source text to its first answer. Plain JavaScript, so that its process
 * compiles nothing but the bundle. With a URL, the bundle exports a function that answers requests.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const [file, url] = process.argv.slice(2);
const source = `(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`;
const module = { exports: undefined };
const require = createRequire(import.meta.url);
// Node loads its own fetch when one of its classes is first used.
const request = url === undefined ? undefined : new Request(url);
if (url !== undefined) new Response('');

const start = process.hrtime.bigint();
try {
  new Script(source).runInThisContext()(module, module.exports, require);
  const response = request && (await module.exports(request));
  const microseconds = Number(process.hrtime.bigint() - start) / 1e3;
  process.send({ microseconds, status: response?.status, body: await response?.text() });
} catch (error) {
  process.send({ failure: String(error) });
}
