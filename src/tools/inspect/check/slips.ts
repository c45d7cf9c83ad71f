/** Finds slips, such as the syntax of other routers, in patterns, destinations and names of settings. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE, quote } from 'waymark/internal';
import { parseSource } from '../automata/shape.ts';
import type { Inspection, Row } from '../inspection.ts';
import { sayKey } from '../say-key.ts';
import type { Alike, Finding, FindingKind } from './finding.ts';
import { misspelledSetting, slipInDestination, slipsInPattern } from './signs.ts';

export function findPatternSlips(inspection: Inspection): Alike[] {
  return inspection.rows.flatMap((row): Alike[] => [...readSetting(row), ...readRow(row)]);
}

function readRow(row: Row): Alike[] {
  const { key, pattern } = row;
  const signs = slipsInPattern(pattern).map(({ kind, problem, advice }) =>
    warning(kind, key, `In ${sayKey(key)}, ${problem}; ${advice}.`),
  );
  const kinds = new Set<FindingKind>(signs.map(({ kind }) => kind));
  return [...signs, ...readExpression(row).filter(({ kind }) => !kinds.has(kind))];
}

/** Finds slips that are visible only in the parsed expression. */
function readExpression({ key, source }: Row): Alike[] {
  const kinds = new Map<FindingKind, string>();
  visitRegExpAST(parseSource(source), {
    onQuantifierEnter({ element, raw, min, max }) {
      if (min !== 0 || max !== Number.POSITIVE_INFINITY || !isText(element, '/')) return;
      kinds.set('star', `${quote(raw)} repeats the slash; write /(.*) for whatever follows`);
    },
    onCharacterSetEnter(set) {
      if (set.kind !== 'any' || set.parent.type !== 'Alternative') return;
      const { elements } = set.parent;
      const place = elements.indexOf(set);
      const [before, after] = [elements[place - 1], elements[place + 1]];
      if (before === undefined || !isText(after, /\w/)) return;
      const problem = `the dot before ${quote(after.raw)} is any character`;
      kinds.set('dot', `${problem}; write \\. for a dot`);
    },
  });
  return Array.from(kinds, ([kind, says]) => ({
    ...warning(kind, key, `In the pattern of ${sayKey(key)}, ${says}.`),
    ...(kind === 'dot' && { together: sayDots }),
  }));
}

/** Writes one message for all rows. In real tables, nearly all such dots are in file names. */
function sayDots(list: string): string {
  return `In the patterns of ${list}, a dot before a letter or digit is any character; write \\. for a dot.`;
}

function isText(node: AST.Element | undefined, text: string | RegExp): node is AST.Character {
  if (node?.type !== 'Character') return false;
  const char = String.fromCharCode(node.value);
  return typeof text === 'string' ? char === text : text.test(char);
}

function readSetting({ key, pattern }: Row): Finding[] {
  const setting = misspelledSetting(pattern);
  if (setting === null) return [];
  const message = `${sayKey(key)} is a pattern like any other; the setting is called ${quote(setting)}.`;
  return [warning('setting-name', key, message)];
}

function warning(kind: FindingKind, key: string, message: string): Finding {
  return { level: 'warning', kind, rows: [key], message };
}

/** Finds probable slips in destinations. With a handler, a destination is only a label. */
export function findDestinationSlips({ rows, router }: Inspection): Finding[] {
  const { defaultController, notFoundOverride } = router.settings;
  const destinations = [
    ...rows.filter(({ handler }) => handler === null),
    { key: DEFAULT_CONTROLLER, to: defaultController ?? '', captures: 0 },
    { key: NOT_FOUND_OVERRIDE, to: notFoundOverride ?? '', captures: 0 },
  ];
  return destinations.flatMap(({ key, to, captures }): Finding[] => {
    const slip = slipInDestination(to, captures);
    if (slip === null) return [];
    const { kind, problem, advice } = slip;
    return [
      warning(kind, key, `In ${sayKey(key)}, the destination ${quote(to)} ${problem}; ${advice}.`),
    ];
  });
}
