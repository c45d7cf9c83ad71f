/** Compiles the mistakes of `test/support/mistakes.ts` with other versions of TypeScript. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineOf, MISTAKES, PROGRAM } from '../support/mistakes.ts';
import type { Project } from './project.ts';

/** The oldest version that works, the last of each implementation, and that of the applications. */
const VERSIONS = { 'typescript-5.4': '5.4.5', 'typescript-5.9': '5.9.3', 'typescript-7': '7.0.2' };

/** The packages to install, each under a name of its own. */
export const COMPILERS = Object.entries(VERSIONS).map(
  ([name, version]) => `${name}@npm:typescript@${version}`,
);

const COMPILER_OPTIONS = {
  ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'], types: ['node'] },
  ...{ strict: true, noEmit: true, skipLibCheck: true },
};

/** The lines of each error, by the line of the program that it is in. */
function errorsIn(text: string): Map<number, string[]> {
  const errors = new Map<number, string[]>();
  let current: string[] = [];
  for (const line of text.split('\n')) {
    const [, place, message] = /^mistakes\.ts\((\d+),\d+\): (.*)/.exec(line) ?? [];
    if (place === undefined) {
      if (line.trim() !== '') current.push(line.trim());
      continue;
    }
    current = errors.get(Number(place)) ?? [];
    current.push(message);
    errors.set(Number(place), current);
  }
  return errors;
}

export function testCompilers(project: Project): void {
  const app = project.application('compilers', { type: 'module' });

  describe('a mistake ends in the line that explains it', () => {
    for (const name of ['typescript', ...Object.keys(VERSIONS)]) {
      it(`by ${name}`, () => {
        app.write({
          'mistakes.ts': PROGRAM,
          'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS }),
        });
        const { text } = app.tryNode(project.installed(`${name}/bin/tsc`), '--pretty', 'false');
        const errors = errorsIn(text);
        assert.deepEqual(
          [...errors.keys()],
          MISTAKES.map(([call]) => lineOf(call)),
          text,
        );
        for (const [call, said] of MISTAKES) {
          const lines = errors.get(lineOf(call)) ?? [];
          assert.match(lines.at(-1) ?? '', said, `${call}\n${lines.join('\n')}`);
        }
      });
    }
  });
}
