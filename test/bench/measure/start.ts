/** One process of the starts: runs the source text of a bundle. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const [file] = process.argv.slice(2);
const source = `(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`;
const module = { exports: undefined };
const require = createRequire(import.meta.url);
let us: number | null = null;
try {
  const start = process.hrtime.bigint();
  new Script(source).runInThisContext()(module, module.exports, require);
  us = Number(process.hrtime.bigint() - start) / 1e3;
} catch {
  // The lookups say why it cannot hold the table.
}
process.send?.(us);
