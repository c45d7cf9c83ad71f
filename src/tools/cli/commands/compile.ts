/** `waymark compile`, which writes the tables of a program for its bundle. */
import { rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { counted } from '../../shared/words.ts';
import { compileModule } from '../compile/module.ts';
import { tablesText } from '../compile/write.ts';
import { isFile } from '../load/paths.ts';
import { type CliCommand, outputOption, UsageError } from '../options.ts';
import { sayWritten, writeResult } from '../write.ts';

/** The endings of files that a program can import. */
const MODULE = /\.(?:[cm]?js|m?ts)$/;

export const compileCommand: CliCommand = {
  takes: '<file>',
  about:
    "Runs a module until it has made its routers, and writes a module with their compiled tables. In the program, import the result first. In all its files, import Route, createRouter and createFetchHandler from 'waymark/compiled'. Compile again after each change of the routes and each update of waymark, or the program does not start.",
  options: [outputOption()],
  examples: ['app.js -o tables.js'],

  async run([name], options, io) {
    const { output } = options;
    const { cwd } = io;
    if (output !== undefined && !MODULE.test(output)) {
      throw new UsageError(
        `${output} would not be a module that a program can import; write a name that ends in .js, .mjs, .cjs, .ts or .mts`,
      );
    }
    const file = resolve(cwd, name);
    const target = output === undefined ? null : resolve(cwd, output);
    // The program imports it, and it may be missing still.
    const isNew = target !== null && !(await isFile(target));
    if (isNew) await writeResult('', options, io);
    try {
      const compiled = await compileModule({ file, cwd, isChecked: false, isUnbundled: true });
      const importing = output?.endsWith('.cjs')
        ? "const { addTables } = require('waymark/compiled')"
        : "import { addTables } from 'waymark/compiled'";
      const code = `// Written by waymark compile from ${relative(cwd, file)}.
${importing};

addTables(${tablesText(compiled)});
`;
      await writeResult(code, options, io);
      sayWritten(options, counted(compiled.tables.length, 'table'), io);
    } catch (error) {
      if (isNew) await rm(target);
      throw error;
    }
    return 0;
  },
};
