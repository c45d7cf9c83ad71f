/** Pages of figures in docs/measured, which only the measuring commands may write. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { measuredCommit } from './program.ts';

const folder = new URL('../../docs/measured/', import.meta.url);

/**
 * Seals a page, so a test can detect edits by hand.
 *
 * @param name the command: `load` for `npm run load`
 * @param body the page's Markdown
 * @param figures the part of it that only the command may write
 */
export function sealed(name: string, body: string, figures = body): string {
  const digest = createHash('sha256').update(`${name}\n${figures}`).digest('hex');
  return `<!-- Written by npm run ${name}; seal ${digest.slice(0, 16)} -->\n\n${body}\n`;
}

/**
 * Writes a command's page, with the date, the commit, the runtime and the machine. CI measures without writing,
 * so pages change only on purpose.
 *
 * @param name the command
 * @param header the columns
 * @param rows the figures
 * @param to the folder
 *
 * @example
 * writePage('load', ['what', 'figure'], [['responses', 1000]]);
 */
export function writePage(
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  to: URL = folder,
): void {
  if (process.env.CI) return;
  const lines = [header, header.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const date = new Date().toISOString().slice(0, 10);
  const where = `waymark ${measuredCommit()}, Node ${process.versions.node}, ${cpus().length} cores`;
  mkdirSync(to, { recursive: true });
  const page = sealed(name, `# npm run ${name}\n\n${date}, ${where}.\n\n${table}`);
  writeFileSync(new URL(`${name}.md`, to), page);
}
