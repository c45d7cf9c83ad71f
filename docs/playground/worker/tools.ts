/** The program of the tools that need only a table. */
import { diff, list } from 'waymark-tools/inspect';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { isLinear } from '../../../src/tools/inspect/automata/shape.ts';
import {
  type AnswerOf,
  CHANGES,
  type Entries,
  type ToolAnswer,
  type ToolQuestion,
} from '../tools.ts';
import { answerTool, tableOf } from './answer-tool.ts';
import { measure } from './measure.ts';
import { partsOf } from './parts.ts';
import { findPaths } from './paths.ts';
import { sayAnswer } from './say.ts';

answerTool((question: ToolQuestion): ToolAnswer => {
  switch (question.kind) {
    case 'pattern':
      return explainRow(question.entries, question.row);
    case 'compare':
      return compare(question.before, question.after, question.autoRoute);
    case 'time':
      return measure(tableOf(question.entries), question);
    case 'slow':
      return findSlow(question.entries);
  }
});

function explainRow(entries: Entries, key: string): ToolAnswer {
  const table = tableOf(entries);
  const row = list({ [key]: table[key] ?? '' })[0];
  if (row === undefined) throw new TypeError(`${key} is not a row`);
  const { method, pattern } = row;
  return { kind: 'pattern', parts: partsOf(pattern), ...findPaths(table, key, method, pattern) };
}

function compare(before: Entries, after: Entries, autoRoute: boolean): AnswerOf<'compared'> {
  const { alike, changes, undecided } = diff(tableOf(before), tableOf(after), { autoRoute });
  const more = Math.max(0, changes.length - CHANGES) + Math.max(0, undecided.length - CHANGES);
  return {
    kind: 'compared',
    alike,
    changes: changes.slice(0, CHANGES).map(({ request, ...change }) => ({
      ...request,
      before: sayAnswer(change.before),
      after: sayAnswer(change.after),
    })),
    undecided: undecided
      .slice(0, CHANGES)
      .map((each) => `'${each.before ?? ''}' and '${each.after ?? ''}': ${each.reason}`),
    more,
  };
}

/** Finds the rows with back references. The engine matches these, with no time limit. */
function findSlow(entries: Entries): AnswerOf<'slow'> {
  const rows = list(tableOf(entries)).filter(
    ({ pattern }) => !isLinear(parsePattern(pattern.replace(/^\//, ''), 'the pattern').source),
  );
  return { kind: 'slow', rows: rows.map(({ route }) => route) };
}
