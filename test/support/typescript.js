/**
 * Hooks that compile TypeScript, and leave `waymark` to Node, which finds the built package. tsx
 * would follow the `paths` of tsconfig.json to the sources, and takes twice as long to start. Node
 * runs this module twice: in the thread of the hooks, too.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'esbuild';

if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const text = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(text, { loader: 'ts', format: 'esm' });
  return { format: 'module', source: code, shortCircuit: true };
}
