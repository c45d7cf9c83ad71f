/** Draws a command's output as in a terminal. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inXml } from './diagram.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const BIN = fileURLToPath(new URL('../../dist/tools/cli/bin.js', import.meta.url));

const LINE = 21;
const CHARACTER = 8.43;
const MARGIN = 22;

const PLAIN = '#d5dbe3';
/** The colours of lines; the first match wins. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/^\$ /, '#7ee2b8'],
  [/^\S+: error/, '#ff9d76'],
  [/^\d+ errors?/, '#ff9d76'],
  [/^ {2}GET /, '#8cb8ff'],
];

/**
 * Runs a command of waymark in `docs/pictures` and draws its lines.
 *
 * @param words the command's words, such as `['check', 'routes.ts']`
 * @param columns the width of the terminal, in characters
 * @returns an SVG document
 */
export function drawCommand(words: readonly string[], columns: number): string {
  const { stdout } = spawnSync(process.execPath, [BIN, ...words], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  const lines = [`$ npx waymark ${words.join(' ')}`, ...stdout.trimEnd().split('\n')];
  return draw(
    lines.flatMap((line) => wrap(line, columns).map((text) => ({ text, colour: colourOf(line) }))),
    columns,
  );
}

function colourOf(line: string): string {
  return COLOURS.find(([start]) => start.test(line))?.[1] ?? PLAIN;
}

/** Breaks a line at a space, as a narrow terminal would. */
function wrap(line: string, columns: number): string[] {
  if (line.length <= columns) return [line];
  const end = line.lastIndexOf(' ', columns);
  return [line.slice(0, end), ...wrap(`  ${line.slice(end + 1)}`, columns)];
}

function draw(
  lines: readonly { readonly text: string; readonly colour: string }[],
  columns: number,
): string {
  const width = Math.ceil(columns * CHARACTER) + 2 * MARGIN;
  const height = lines.length * LINE + 2 * MARGIN + 20;
  const label = inXml(lines.map(({ text }) => text).join(' '));
  const texts = lines.map(
    ({ text, colour }, index) =>
      `  <text x="${MARGIN}" y="${MARGIN + 34 + index * LINE}" fill="${colour}" xml:space="preserve">${inXml(text)}</text>`,
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="14">`,
    `  <rect width="${width}" height="${height}" rx="10" fill="#1b2129"/>`,
    ...['#ff6b5e', '#f6be4f', '#5ac05a'].map(
      (colour, index) =>
        `  <circle cx="${MARGIN + 6 + index * 20}" cy="20" r="6" fill="${colour}"/>`,
    ),
    ...texts,
    '</svg>',
  ].join('\n')}\n`;
}
