/** `waymark init`. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Option } from 'commander';
import { counted } from '../../shared/words.ts';
import { projectFiles } from '../init/template.ts';
import { type CliCommand, UsageError } from '../options.ts';
import { lineOf } from '../show/text.ts';
import { writeResult } from '../write.ts';

/** Printed until the packages are on npm, like the warning of the quick start. */
const unpublished = (version: string) => [
  'waymark is not published yet, so npm install fails. In a checkout, run',
  'npm ci && npm pack . ./dist/tools. In this project, install the two files that it makes:',
  `npm install ../waymark/waymark-${version}.tgz`,
  `npm install --save-dev ../waymark/waymark-tools-${version}.tgz`,
];

export const initCommand: CliCommand = {
  takes: '[folder]',
  about:
    'Writes a small project that runs, checks its routes and tests them: package.json, tsconfig.json, a route file, an application, a server and a test. Its routes lead to functions, or with --controllers to actions of controllers. Existing files are never overwritten.',
  options: [new Option('--controllers', 'lead the routes to controllers')],
  examples: ['hello', 'gallery --controllers', '--controllers'],

  async run([folder = '.'], { controllers = false }, io) {
    const files = projectFiles(nameOf(resolve(io.cwd, folder)), io.version, controllers);
    const existing = [...files.keys()].find((path) => existsSync(resolve(io.cwd, folder, path)));
    if (existing !== undefined) {
      throw new UsageError(`${join(folder, existing)} exists; name an empty folder`);
    }
    for (const [path, text] of files) {
      await writeResult(text, { output: join(folder, path), force: false }, io);
    }
    const steps = [
      `${counted(files.size, 'file')} written to ${folder}. Next:`,
      '',
      ...(folder === '.' ? [] : [`cd ${folder}`]),
      'npm install',
      'npm run dev',
      'npm test',
      '',
      ...unpublished(io.version),
    ];
    io.stdout.write(steps.map((line) => `${lineOf(line)}\n`).join(''));
    return 0;
  },
};

/** The name of a folder as npm takes it. */
function nameOf(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? 'application' : name;
}
