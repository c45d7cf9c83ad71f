/** The pictures in `docs/pictures`. */
import { drawBadges } from './badges.ts';
import { drawDiagram } from './diagram.ts';
import { DIAGRAMS } from './diagrams.ts';
import { drawCommand } from './terminal.ts';
import { drawTree } from './tree.ts';

/** Commands to show with their output, and the width in columns. Phones have their own pictures. */
const COMMANDS: Readonly<Record<string, readonly [words: readonly string[], columns: number]>> = {
  'check.svg': [['check', 'routes.ts'], 80],
  'check-narrow.svg': [['check', 'routes.ts'], 42],
};

/** Returns each picture's file name and SVG. */
export async function drawPictures(): Promise<[file: string, svg: string][]> {
  const commands: [string, string][] = [];
  // One after another, since both record the lines of one route file.
  for (const [file, [words, columns]] of Object.entries(COMMANDS)) {
    commands.push([file, await drawCommand(words, columns)]);
  }
  return [
    ...commands,
    ...drawBadges(),
    ['tree.svg', drawDiagram(drawTree())],
    ...Object.entries(DIAGRAMS).map(([file, each]): [string, string] => [file, drawDiagram(each)]),
  ];
}
