/** Draws the badges of the README from what the project itself says or has measured. */
import { readFileSync } from 'node:fs';
import { sizeOf } from '../support/pages.ts';
import { inXml } from './xml.ts';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

const HEIGHT = 20;
const MARGIN = 7;
/** The mean width of a character at 11 px; `textLength` makes every font fit. */
const CHARACTER = 6.4;

/** Returns each badge's file name and SVG. */
export function drawBadges(): [file: string, svg: string][] {
  const { engines, scripts, license } = JSON.parse(read('package.json'));
  const all = String(scripts.test).includes('--coverage.thresholds.100');
  const badges: Readonly<Record<string, readonly [label: string, value: string]>> = {
    node: ['Node', String(engines.node).replace('>=', '≥ ')],
    size: ['createRouter', sizeOf('createRouter')],
    compiled: ['compiled', sizeOf('Route, createRouter, compiled')],
    coverage: ['coverage', all ? '100 %' : 'not required'],
    license: ['licence', license],
  };
  return Object.entries(badges).map(([name, [label, value]]) => [
    `badge-${name}.svg`,
    draw(label, value),
  ]);
}

function draw(label: string, value: string): string {
  const [left, right] = [label, value].map((text) => Math.ceil(text.length * CHARACTER));
  const [first, width] = [left + 2 * MARGIN, left + right + 4 * MARGIN];
  const text = (x: number, length: number, content: string) =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${inXml(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${inXml(`${label}: ${value}`)}">
<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${first}" height="${HEIGHT}" fill="#3a414b"/><rect x="${first}" width="${width - first}" height="${HEIGHT}" fill="#0b7a55"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(MARGIN, left, label)}${text(first + MARGIN, right, value)}</g>
</svg>
`;
}
