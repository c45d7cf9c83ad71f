/** Writes findings as text and as Markdown. */
import { quote, withShortNames } from 'waymark/internal';
import { FINDING_KINDS, type Finding, type KindInfo, type Source } from '../../inspect.ts';
import { counted, sayRequest } from '../../shared/words.ts';
import { LEVELS } from '../options.ts';
import { excerptOf } from './excerpt.ts';
import type { Part } from './report.ts';
import { type Column, sayPlace, tableOf } from './table.ts';

export interface About {
  readonly places: ReadonlyMap<string, Source>;
  readonly base: string;
  /** The text of each file of a finding, empty if it can't be read. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether lines fit the terminal. `--format text` keeps them whole, for problem matchers. */
  readonly wrapped?: boolean;
  readonly summary: readonly string[];
}

/**
 * Writes findings as text: each with its place and the reason, the line of the definition, further
 * rows, a request, and what to write. Problem matchers of editors read the first line of each. Only
 * the first finding of a kind says what to write.
 */
export function drawFindings(findings: readonly Finding[], about: About): Part[] {
  const first = new Map([...findings].reverse().map((finding) => [finding.kind, finding]));
  const isFirst = (finding: Finding) => first.get(finding.kind) === finding;
  return [...findings.map((finding) => draw(finding, isFirst(finding), about)), ...about.summary];
}

function draw(finding: Finding, hasHelp: boolean, about: About): Part {
  const { places, base, texts, wrapped = false } = about;
  const { level, kind, message, witness, source, rows } = finding;
  const before = source === undefined ? '' : `${sayPlace(source, base)}: `;
  const unnamed = rows.filter((key) => !message.includes(quote(withShortNames(key))));
  const further = unnamed.map((key) => {
    const place = places.get(key);
    return `  ${withShortNames(key)}${place === undefined ? '' : ` (${sayPlace(place, base)})`}`;
  });
  const request = witness === undefined ? [] : [`  ${sayRequest(witness)}`];
  // The cast: every kind is in the map.
  const { help } = FINDING_KINDS.get(kind) as KindInfo;
  return {
    lines: [
      `${before}${level} (${kind}): ${message}`,
      ...further,
      ...request,
      ...(hasHelp ? [`  ${help}`] : []),
    ],
    painted: { before, word: level },
    wrapped,
    // The cast: every file of a finding is in the map.
    excerpt: source === undefined ? null : excerptOf(texts.get(source.file) as string, source),
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
