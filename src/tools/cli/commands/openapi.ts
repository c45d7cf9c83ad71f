/** `waymark openapi`. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { quote, withShortNames } from 'waymark/internal';
import { openapi } from '../../inspect.ts';
import { isObject } from '../../shared/words.ts';
import { withProgress } from '../io.ts';
import { LoadFailure } from '../load/failure.ts';
import { loadSource } from '../load/source.ts';
import { type CliCommand, outputOption, sourceOptions } from '../options.ts';
import { lineOf } from '../show/text.ts';
import { sayWritten, writeResult } from '../write.ts';

export const openapiCommand: CliCommand = {
  takes: '[file]',
  about:
    'Writes an OpenAPI 3.1 document of the table as JSON: a path and its parameters for each row, and the operation in the meta of its route. A row for every method is described for GET, POST, PUT, PATCH and DELETE. Rows that OpenAPI cannot describe, and rows that no request reaches, are named on standard error with the reason, and the exit status is 1.',
  options: [
    ...sourceOptions(),
    new Option('--base <file>', 'a JSON document to merge in, with info, servers or components'),
    outputOption(),
  ],
  examples: ['routes.ts -o openapi.json', 'routes.ts --base api.json > openapi.json'],

  async run([file], { base, ...options }, io) {
    const { table } = await loadSource(file, options, io);
    const given = base === undefined ? {} : await readBase(base, io.cwd);
    const { document, omitted } = await withProgress(io, 'Describing', () =>
      openapi(table, { base: given }),
    );
    await writeResult(`${JSON.stringify(document, null, 2)}\n`, options, io);
    sayWritten(options, 'an OpenAPI document', io);
    for (const { route, reason } of omitted) {
      io.stderr.write(`${lineOf(`left out ${quote(withShortNames(route))}: ${reason}`)}\n`);
    }
    return omitted.length === 0 ? 0 : 1;
  },
};

async function readBase(file: string, cwd: string): Promise<object> {
  const path = resolve(cwd, file);
  try {
    const base: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
    if (isObject(base)) return base;
  } catch (error) {
    throw new LoadFailure(path, cwd, error);
  }
  throw new LoadFailure(path, cwd, 'a document in JSON is one object, such as {"info": …}');
}
