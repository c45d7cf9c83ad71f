/** Errors while loading, which name the file and, if known, the line. */
import { describe, expect, it } from 'vitest';
import { LoadFailure } from '../../../src/tools/cli/load/failure.ts';

/** An error whose stack has these lines. */
function thrown(...lines: string[]): Error {
  const error = new Error('no');
  error.stack = ['Error: no', ...lines].join('\n');
  return error;
}

describe('the message of a failure to load', () => {
  it.each<[string, Error, string]>([
    ['a path', thrown('    at /app/routes.ts:7:3'), 'routes.ts:7: no'],
    ['a call', thrown('    at define (/app/lib/a b.ts:12:1)'), 'lib/a b.ts:12: no'],
    ['a URL', thrown('    at async file:///app/routes.ts:3:9'), 'routes.ts:3: no'],
    [
      'the first line below the folder of the file',
      thrown(
        '    at x (/elsewhere/a.ts:1:1)',
        '    at y (/app/node_modules/b.js:2:2)',
        '    at /app/c.ts:4:4',
      ),
      'c.ts:4: no',
    ],
    ['a line without a path', thrown('    at native', '    at <anonymous>:1:2'), 'routes.ts: no'],
    ['a line without numbers', thrown('    at /app/routes.ts:x:y'), 'routes.ts: no'],
    ['a line with a single number', thrown('7', ':7', '    at /app/routes.ts'), 'routes.ts: no'],
  ])('is read from %s', (_, error, message) => {
    expect(new LoadFailure('/app/routes.ts', '/app', error).message).toBe(message);
  });

  it('names only the file if the thrown value is not an error', () => {
    expect(new LoadFailure('/app/routes.ts', '/app', 'no').message).toBe('routes.ts: no');
  });

  it("names nothing if the file is the command's working folder", () => {
    expect(new LoadFailure('/app', '/app', 'no').message).toBe('no');
  });
});
