/** Draws what commands print on a terminal, in their colours. */
import { fileURLToPath } from 'node:url';
import { main } from '../../src/tools/cli/main.ts';
import { inXml } from './xml.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const LINE = 21;
const CHARACTER = 8.43;
const MARGIN = 22;

/** Colours by their number in an escape sequence of ECMA-48; 39 is the terminal's own. */
const COLOURS: ReadonlyMap<string, string> = new Map([
  ['2', '#8b96a5'],
  ['31', '#ff8d7a'],
  ['32', '#6fcf87'],
  ['33', '#f6be4f'],
  ['39', '#d5dbe3'],
]);

/** A character, and its colour. */
type Cell = readonly [character: string, colour: string];

/**
 * Runs a command of waymark in `docs/pictures`.
 *
 * @param words the command's words, such as `['check', 'routes.ts']`
 * @param columns the width of the terminal, in characters
 * @param env the command's environment variables
 * @returns the command and what it prints
 */
export async function print(
  words: readonly string[],
  columns: number,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  let printed = `$ npx waymark ${words.join(' ')}\n`;
  const stdout = {
    isTTY: true,
    columns,
    write(text: string) {
      printed += text;
    },
  };
  await main(words, {
    ...{ stdout, stderr: stdout, env, cwd: FOLDER, version: '', pages: new URL(import.meta.url) },
    readInput: async () => '',
    startProgress: () => () => {},
  });
  return printed;
}

/**
 * Runs commands and shows one after the other, again and again. With reduced motion, only the first is shown.
 *
 * @param commands the words of each command
 * @param seconds how long each is shown
 */
export async function drawFilm(
  commands: readonly (readonly string[])[],
  columns: number,
  seconds: number,
): Promise<string> {
  const scenes: Cell[][][] = [];
  for (const words of commands) {
    const printed = await print(words, columns);
    scenes.push(printed.trimEnd().split('\n').map(cellsOf));
  }
  const part = 100 / scenes.length;
  const style = `  <style>
    g { opacity: 0; animation: ${scenes.length * seconds}s steps(1) infinite show }
    @keyframes show { 0% { opacity: 1 } ${part}% { opacity: 0 } }
    @media (prefers-reduced-motion: reduce) { g { animation: none } g:first-of-type { opacity: 1 } }
  </style>`;
  const groups = scenes.map(
    (rows, index) =>
      `  <g style="animation-delay: ${index * seconds}s">\n${drawRows(rows).join('\n')}\n  </g>`,
  );
  const most = Math.max(...scenes.map(({ length }) => length));
  return frame(most, columns, scenes.flat(), [style, ...groups].join('\n'));
}

function cellsOf(line: string): Cell[] {
  return line.split('\x1b[').flatMap((part, index) => {
    const [, code = '39', text = ''] = /^(\d+)m(.*)$/.exec(index === 0 ? `39m${part}` : part) ?? [];
    const colour = COLOURS.get(code);
    if (colour === undefined) throw new Error(`no colour ${code}`);
    return Array.from(text, (character): Cell => [character, colour]);
  });
}

/** Joins neighbours of one colour, which become one element. */
function runsOf(row: readonly Cell[]): string {
  let svg = '';
  let last = '';
  for (const [character, colour] of row) {
    if (colour !== last) svg += `${last === '' ? '' : '</tspan>'}<tspan fill="${colour}">`;
    svg += inXml(character);
    last = colour;
  }
  return last === '' ? '' : `${svg}</tspan>`;
}

function drawRows(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map(
    (row, index) =>
      `  <text x="${MARGIN}" y="${MARGIN + 34 + index * LINE}" xml:space="preserve">${runsOf(row)}</text>`,
  );
}

/**
 * Draws the terminal around its content.
 *
 * @param lines the number of lines that it has room for
 * @param shown the lines that someone who sees no picture is told
 */
function frame(
  lines: number,
  columns: number,
  shown: readonly (readonly Cell[])[],
  content: string,
): string {
  const width = Math.ceil(columns * CHARACTER) + 2 * MARGIN;
  const height = lines * LINE + 2 * MARGIN + 20;
  const label = inXml(shown.map((row) => row.map(([character]) => character).join('')).join(' '));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="14">`,
    `  <rect width="${width}" height="${height}" rx="10" fill="#1b2129"/>`,
    ...['#ff6b5e', '#f6be4f', '#5ac05a'].map(
      (colour, index) =>
        `  <circle cx="${MARGIN + 6 + index * 20}" cy="20" r="6" fill="${colour}"/>`,
    ),
    content,
    '</svg>',
  ].join('\n')}\n`;
}
