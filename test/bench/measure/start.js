/** One process of the starts, as plain JavaScript: nothing but the bundle is to be compiled in it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const [file] = process.argv.slice(2);
const source = `(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`;
const module = { exports: undefined };
const require = createRequire(import.meta.url);
/** Microseconds, or what went wrong. */
let result;
try {
  const start = process.hrtime.bigint();
  new Script(source).runInThisContext()(module, module.exports, require);
  result = Number(process.hrtime.bigint() - start) / 1e3;
} catch (error) {
  result = String(error);
}
process.send(result);
