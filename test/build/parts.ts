/** Writes the code that only some compiled tables need, as expressions that need nothing else. */
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Options } from 'tsup';

type TsupPlugin = NonNullable<Options['plugins']>[number];

/** The function of each part, and the file that has it. */
const PARTS = {
  machine: ['readProgram', './src/compiled/load.ts'],
  urls: ['routeUrls', './src/url/named.ts'],
  findNames: ['findNames', './src/compiled/tables.ts'],
  readInputs: ['readInputs', './src/http/read.ts'],
} as const;

/**
 * Writes `parts.json` beside the tools.
 *
 * @param define the constants of the build
 */
export function parts(define: Readonly<Record<string, string>>): TsupPlugin {
  return {
    name: 'parts',
    async buildEnd({ writtenFiles }) {
      const entry = writtenFiles.find(({ name }) => basename(name) === 'plugin.js');
      const texts = Object.fromEntries(
        await Promise.all(
          Object.entries(PARTS).map(async ([name, from]) => [
            name,
            await expressionOf(from, define),
          ]),
        ),
      );
      writeFileSync(join(dirname(String(entry?.name)), 'parts.json'), JSON.stringify(texts));
    },
  };
}

async function expressionOf(
  [name, file]: readonly [string, string],
  define: Readonly<Record<string, string>>,
) {
  const { outputFiles } = await build({
    stdin: { contents: `import { ${name} } from '${file}'; made = ${name};`, resolveDir: '.' },
    ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'node20' },
    define: { ...define },
  });
  const code = outputFiles[0].text.trim().replace(/;$/, '').replaceAll('\n', '\\n');
  return `(()=>{let made;${code};return made})()`;
}
