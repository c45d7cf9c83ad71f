/** Writes compiled tables as code. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BuiltTable, Tables } from 'waymark/internal';

/** Code for tables that need it, each part an expression. The build of the package writes it. */
type PartTexts = Readonly<Record<Exclude<keyof Tables, 'tables' | 'results'>, string>>;

/** Writes what `addTables` takes, on one line. */
export function tablesText({ tables, results }: Pick<Tables, 'tables' | 'results'>): string {
  const members = [`tables: ${dataText(tables)}`, `results: ${dataText(results)}`];
  const needed = [
    ...(tables.some(({ names }) => names.length > 0)
      ? ['urls' as const, 'findNames' as const]
      : []),
    ...(tables.some(needsMachine) ? ['machine' as const] : []),
    ...(tables.some(({ schemas }) => schemas.length > 0) ? ['readInputs' as const] : []),
  ];
  if (needed.length > 0) {
    const parts: PartTexts = JSON.parse(readFileSync(partsFile(), 'utf8'));
    for (const name of needed) members.push(`${name}: ${parts[name]}`);
  }
  return `{ ${members.join(', ')} }`;
}

/** The file of the parts; sources find that of the build. */
function partsFile(): string {
  const { resolve } = createRequire(import.meta.url);
  const files = [
    join(dirname(resolve('waymark-tools/package.json')), 'parts.json'),
    join(dirname(resolve('waymark/package.json')), 'dist/tools/parts.json'),
  ];
  return files.find((file) => existsSync(file)) as string; // the cast: the build writes it
}

/** Whether an expression in the data is a program. */
function needsMachine({ extras, urls }: BuiltTable): boolean {
  return (
    extras.some(([, expression]) => Array.isArray(expression)) ||
    urls.some((pattern) => pattern.parts !== null && Array.isArray(pattern.matcher))
  );
}

/** Writes data as JSON in a string, since engines read that faster than an expression. */
function dataText(data: unknown): string {
  const json = JSON.stringify(data)
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[\\']/g, '\\$&')
    // A script of a page ends at its tag, even in a string.
    .replaceAll('</', '<\\/');
  return `JSON.parse('${json}')`;
}
