/** Writes findings as annotations of GitHub Actions. */
import { appendFile } from 'node:fs/promises';
import type { Finding } from '../../inspect.ts';
import { counted, sayRequest } from '../../shared/words.ts';
import type { Io } from '../io.ts';
import { type About, drawFindings, markFindings } from './findings.ts';
import { drawParts, markParts } from './report.ts';
import { sayPlace } from './table.ts';
import { lineOf } from './text.ts';

const COMMANDS = { error: 'error', warning: 'warning', unproved: 'notice' } as const;

/** The number of annotations per level that GitHub shows for a step. */
const SHOWN = 10;

/**
 * Writes findings as workflow commands. GitHub shows only a few of each level. The others are
 * printed as text, and added to the job's summary if there is one.
 */
export async function annotate(io: Io, findings: readonly Finding[], about: About): Promise<void> {
  const numbers = new Map<Finding['level'], number>();
  const shown: Finding[] = [];
  const others: Finding[] = [];
  for (const finding of findings) {
    const number = (numbers.get(finding.level) ?? 0) + 1;
    numbers.set(finding.level, number);
    (number <= SHOWN ? shown : others).push(finding);
  }
  io.workflow.write(shown.map((finding) => `${commandOf(finding, about)}\n`).join(''));
  if (others.length === 0) {
    io.stdout.write(drawParts(io, about.summary));
    return;
  }
  const limit = `GitHub shows ${SHOWN} annotations of each level; ${counted(others.length, 'finding')} more:`;
  const isWritten = await summarise(io, [limit, ...markFindings(others, about)]);
  const place = isWritten ? ' They are in the summary of the job too.' : '';
  io.stdout.write(drawParts(io, [`${limit}${place}`, ...drawFindings(others, about)]));
}

/** Adds to the job's summary. Returns whether a summary exists and is writable. */
async function summarise({ env }: Io, parts: Parameters<typeof markParts>[0]): Promise<boolean> {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '') return false;
  try {
    await appendFile(file, `${markParts(parts)}\n`);
    return true;
  } catch {
    return false;
  }
}

function commandOf({ level, kind, message, witness, source }: Finding, { base }: About): string {
  const properties = Object.entries({
    ...(source && placeOf(source, base)),
    title: `waymark: ${kind}`,
  }).map(([name, value]) => `${name}=${escapeProperty(lineOf(String(value)))}`);
  const request = witness === undefined ? '' : `\n${lineOf(sayRequest(witness))}`;
  return `::${COMMANDS[level]} ${properties.join(',')}::${escapeData(lineOf(message) + request)}`;
}

function placeOf(source: NonNullable<Finding['source']>, base: string) {
  const { line, column: col } = source;
  const file = sayPlace(source, base).replace(/:\d+:\d+$/, '');
  return { file, line, col };
}

/** Like `escapeData` of actions/toolkit. */
function escapeData(text: string): string {
  return text.replace(/[%\r\n]/g, encodeURIComponent);
}

/** Like `escapeProperty` of actions/toolkit. */
function escapeProperty(text: string): string {
  return text.replace(/[%\r\n:,]/g, encodeURIComponent);
}
