/** Findings as text and as Markdown. */
import { quote } from '../../errors/show.ts';
import type { Finding, Source } from '../../inspect.ts';
import { LEVELS } from '../options.ts';
import { sayPlace } from './place.ts';
import type { Part } from './report.ts';
import { count, sayRequest } from './request.ts';
import { type Column, tableOf } from './table.ts';

/** What is said of findings besides themselves. */
export interface About {
  /** Where each row of the table is defined, by its key. */
  readonly places: ReadonlyMap<string, Source>;
  /** What paths start from. */
  readonly base: string;
  /** What was found in how many rows, and what helps. */
  readonly summary: readonly string[];
}

/**
 * Findings as text. Problem matchers of editors read the first line of each.
 *
 * @example
 * drawFindings([dot], about); // routes.ts:3:7: warning (dot): In the pattern of …
 */
export function drawFindings(findings: readonly Finding[], about: About): Part[] {
  return [...findings.map((finding) => draw(finding, about)), ...about.summary];
}

function draw(finding: Finding, { places, base }: About): Part {
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
    level: { before, word: level },
  };
}

/**
 * Findings as a table.
 *
 * @example
 * markFindings([dot], about);
 */
export function markFindings(findings: readonly Finding[], { base, summary }: About): Part[] {
  const columns: readonly Column<Finding>[] = [
    { title: 'Level', kind: 'text', say: ({ level }) => level },
    { title: 'Kind', kind: 'text', say: ({ kind }) => kind },
    { title: 'What is wrong', kind: 'text', say: ({ message }) => message },
    {
      title: 'Request',
      kind: 'code',
      say: ({ witness }) => (witness === undefined ? '' : sayRequest(witness)),
    },
    {
      title: 'Place',
      kind: 'code',
      say: ({ source }) => (source === undefined ? '' : sayPlace(source, base)),
    },
  ];
  return [...(findings.length === 0 ? [] : [tableOf(findings, columns)]), ...summary];
}

/**
 * How many findings there are of each level.
 *
 * @example
 * countFindings([dot]); // '1 warning'
 */
export function countFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing was found';
  return LEVELS.flatMap((level) => {
    const number = findings.filter((finding) => finding.level === level).length;
    if (number === 0) return [];
    return [level === 'unproved' ? `${number} unproved` : count(number, level)];
  }).join(', ');
}
