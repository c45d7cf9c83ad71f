/** Texts to copy: the table and the answer, as JSON and as Markdown. */
import type { Looked, Table } from '../answer.ts';
import type { Entries } from '../question.ts';

/** Formats a table as JSON that `createRouter` accepts. */
export function tableAsJson({ rows, settings }: Entries): string {
  const entries = [
    ...settings.map(({ key, value }) => [key, value]),
    ...rows.map(({ route, destination }) => [route, destination]),
  ];
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** Formats a table as a Markdown table. */
export function tableAsMarkdown({ rows, settings }: Entries): string {
  return [
    '| # | route | destination |',
    '| --- | --- | --- |',
    ...rows.map(({ route, destination }, index) => {
      const to = destination === '' ? 'blocked' : code(destination);
      return `| ${index + 1} | ${code(route)} | ${to} |`;
    }),
    ...settings.map(({ key, value }) => `| | ${code(key)} | ${code(value)} |`),
  ].join('\n');
}

/** Formats an answer as JSON. */
export function answerAsJson({ request, status, summary, path, winner }: Looked, table: Table) {
  const route = table.rows[winner ?? -1]?.route ?? null;
  return JSON.stringify({ ...request, status, route, matched: path, summary }, null, 2);
}

/** Formats an answer as a line of Markdown. */
export function answerAsMarkdown({ request: { method, path }, summary }: Looked): string {
  const start = `${method} ${path}: `;
  const says = summary.startsWith(start) ? summary.slice(start.length) : summary;
  return `${code(`${method} ${path}`)} ${says}`;
}

/** The name of each language, and of the file to download. */
export const LANGUAGES = {
  js: { title: 'JavaScript or TypeScript', file: 'routes.ts' },
  json: { title: 'JSON', file: 'routes.json' },
  php: { title: 'PHP', file: 'routes.php' },
} as const;

/** Formats any text as Markdown code that fits in a table cell. */
function code(text: string): string {
  if (text === '') return "`''`";
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}
