/** Implements `waymark help bad-pattern`, which prints an error's page. */
import { readFile } from 'node:fs/promises';
import type { WaymarkErrorCode } from 'waymark';
import { isOneOf, meant, quote } from 'waymark/internal';
import type { Io } from './io.ts';
import { FAILED } from './options.ts';

/**
 * Every code, in the order of the documentation. An object, so that the compiler finds a missing
 * one.
 */
const PAGES = {
  'bad-argument': true,
  'bad-files': true,
  'bad-key': true,
  'bad-pattern': true,
  'bad-php': true,
  'bad-placeholder': true,
  'bad-table': true,
  'bad-url': true,
  'no-action': true,
} satisfies Record<WaymarkErrorCode, true>;

/** The codes of errors, each with a page. The cast: see `PAGES`. */
export const CODES = Object.keys(PAGES) as [WaymarkErrorCode, ...WaymarkErrorCode[]];

/** Whether the arguments ask for an error's page. */
export function asksForPage(args: readonly string[], commands: readonly string[]): boolean {
  const [help, topic] = args;
  return args.length === 2 && help === 'help' && /^\w/.test(topic) && !commands.includes(topic);
}

/** Prints the page of an error. */
export async function showPage(
  asked: string,
  commands: readonly string[],
  { pages, stdout, stderr }: Pick<Io, 'pages' | 'stdout' | 'stderr'>,
): Promise<number> {
  const code = asked.replace(/\.$/, '');
  if (isOneOf(code, CODES)) {
    stdout.write(await readFile(new URL(`${code}.md`, pages), 'utf8'));
    return 0;
  }
  const near = meant(code, [...CODES, ...commands]);
  const advice = near === null ? '' : `Write ${near}. `;
  stderr.write(
    `waymark help: ${quote(code)} is neither a command nor the code of an error. ${advice}Codes: ${CODES.join(', ')}\n`,
  );
  return FAILED;
}
