/** The pictures in `docs/pictures`. */
import { drawDiagram } from './diagram.ts';
import { DIAGRAMS } from './diagrams.ts';
import { drawCommand } from './terminal.ts';
import { drawTree } from './tree.ts';

/** Commands that are shown with what they print. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'check.svg': ['check', 'routes.ts'],
};

/** Each picture's file name and SVG. */
export function drawPictures(): [file: string, svg: string][] {
  return [
    ...Object.entries(COMMANDS).map(([file, words]): [string, string] => [
      file,
      drawCommand(words),
    ]),
    ['tree.svg', drawDiagram(drawTree())],
    ...Object.entries(DIAGRAMS).map(([file, each]): [string, string] => [file, drawDiagram(each)]),
  ];
}
