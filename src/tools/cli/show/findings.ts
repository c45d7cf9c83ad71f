/** Writes findings as text and as Markdown. */
import { quote } from 'waymark/internal';
import type { Finding, Source } from '../../inspect.ts';
import { counted, sayRequest } from '../../shared/words.ts';
import { LEVELS } from '../options.ts';
import type { Part } from './report.ts';
import { type Column, sayPlace, tableOf } from './table.ts';

export interface About {
  readonly places: ReadonlyMap<string, Source>;
  readonly base: string;
  /** Whether lines fit the terminal. `--format text` keeps them whole, for problem matchers. */
  readonly wrapped?: boolean;
  readonly summary: readonly string[];
}

/** Writes findings as text. Problem matchers of editors read the first line of each. */
export function drawFindings(findings: readonly Finding[], about: About): Part[] {
  return [...findings.map((finding) => draw(finding, about)), ...about.summary];
}

function draw(finding: Finding, { places, base, wrapped = false }: About): Part {
  const { level, kind, message, witness, source, rows } = finding;
  const before = source === undefined ? '' : `${sayPlace(source, base)}: `;
  const unnamed = rows.filter((key) => !message.includes(quote(key)));
  const further = unnamed.map((key) => {
    const place = places.get(key);
    return `  ${key}${place === undefined ? '' : ` (${sayPlace(place, base)})`}`;
  });
  const request = witness === undefined ? [] : [`  ${sayRequest(witness)}`];
  return {
    lines: [`${before}${level} (${kind}): ${message}`, ...further, ...request],
    painted: { before, word: level },
    wrapped,
  };
}

export function markFindings(findings: readonly Finding[], { base, summary }: About): Part[] {
  const columns: readonly Column<Finding>[] = [
    { title: 'Level', kind: 'text', say: ({ level }) => level },
    { title: 'Kind', kind: 'text', say: ({ kind }) => kind },
    { title: 'What is wrong', kind: 'text', say: ({ message }) => message },
    { title: 'Request', kind: 'code', say: ({ witness }) => (witness ? sayRequest(witness) : '') },
    { title: 'Place', kind: 'code', say: ({ source }) => (source ? sayPlace(source, base) : '') },
  ];
  return [...(findings.length === 0 ? [] : [tableOf(findings, columns)]), ...summary];
}

export function countFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'No findings';
  return LEVELS.flatMap((level) => {
    const number = findings.filter((finding) => finding.level === level).length;
    if (number === 0) return [];
    return [level === 'unproved' ? `${number} unproved` : counted(number, level)];
  }).join(', ');
}
