/** The program that uses recheck to find a path that makes a pattern slow. */

import { checkSync } from 'recheck/lib/browser.js';
import { createRouter } from 'waymark';
import { list } from 'waymark-tools/inspect';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { sendable } from '../../../src/tools/inspect/check/attack.ts';
import { spell } from '../../../src/tools/inspect/inspection.ts';
import { FIELD_LENGTH } from '../limits.ts';
import type { AnswerOf, ToolAnswer } from '../tools.ts';
import { answerTool, tableOf } from './answer-tool.ts';

/** The lookup time that counts as slow, in milliseconds. */
const TOO_LONG = 50;

/** The time limits for the steps of the search, in milliseconds. */
const LIMITS = { timeout: 10_000, seedingTimeout: 5000, incubationTimeout: 5000 };

answerTool((question): ToolAnswer => {
  if (question.kind !== 'attack') throw new TypeError(`There is no ${question.kind} here`);
  const table = tableOf(question.entries);
  const [row] = list({ [question.row]: table[question.row] ?? '' });
  if (row === undefined) throw new TypeError(`${question.row} is not a row`);
  const { source } = parsePattern(row.pattern.replace(/^\//, ''), 'the pattern');
  const anchored = `^(?:${source})$`; // as the router compiles it
  const verdict = checkSync(anchored, 's', LIMITS);
  if (verdict.status === 'safe') return none('recheck says that no path makes it slow.');
  if (verdict.status === 'unknown') {
    return none(`recheck can't tell: it reports ${verdict.error.kind}.`);
  }
  const router = createRouter(table);
  const method = row.method ?? 'GET';
  for (const { path, most } of sendable(anchored, verdict.attack)) {
    for (let repeats = 1; repeats <= most; repeats = Math.ceil(repeats * 1.1)) {
      const request = { method, path: spell(path(repeats)) };
      if (request.path.length > FIELD_LENGTH) break;
      const time = timeOf(() => router.resolve(request.method, request.path));
      if (time < TOO_LONG) continue;
      const says = `It takes ${verdict.complexity.type} time: this request of ${request.path.length} characters took about ${Math.round(time)} ms, and longer ones take longer.`;
      return { kind: 'attack', says, request };
    }
  }
  return none(
    `recheck says that it takes ${verdict.complexity.type} time, but no request of up to ${FIELD_LENGTH} characters took ${TOO_LONG} ms.`,
  );
});

function none(says: string): AnswerOf<'attack'> {
  return { kind: 'attack', says, request: null };
}

/** Returns the shorter time of two runs, since another process may slow one down. */
function timeOf(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 2 && least >= TOO_LONG; turn += 1) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
