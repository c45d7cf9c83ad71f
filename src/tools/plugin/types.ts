/** Joins the declaration files of several tables. */

/** Joins the results of `types` of `waymark-tools/inspect` for several tables. */
export function mergeTypes(texts: readonly string[]): string {
  const isName = (line: string) => line.startsWith('    ');
  const [first, ...others] = texts.map((text) => text.split('\n'));
  const names = new Set([first, ...others].flatMap((lines) => lines.filter(isName)));
  const start = first.findIndex((line) => line.endsWith('RouteNames {')) + 1;
  const end = first.slice(start).filter((line) => !isName(line));
  return [...first.slice(0, start), ...[...names].sort(), ...end].join('\n');
}
