#!/usr/bin/env node
/** The command `waymark`: runs waymark-tools if the project has it, and otherwise says how to install it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const TOOLS = 'waymark-tools';

/** The command of the tools, or `null` if neither the project nor this package finds them. */
function findCommand(): string | null {
  for (const from of [join(process.cwd(), 'any.js'), import.meta.url]) {
    try {
      return createRequire(from).resolve(`${TOOLS}/cli`);
    } catch {}
  }
  return null;
}

const cli = findCommand();
if (cli === null) {
  const { version } = createRequire(import.meta.url)('../package.json');
  process.stderr.write(
    `The command waymark is in the package ${TOOLS}, which is not installed here. ` +
      `Run: npm install --save-dev ${TOOLS}@${version}\n`,
  );
  process.exitCode = 2;
} else {
  await import(pathToFileURL(cli).href);
}
