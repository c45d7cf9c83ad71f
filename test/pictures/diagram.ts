/** Draws boxes and arrows as SVG, for light and dark pages. */

/** A box with lines of code. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height?: number;
  readonly lines: readonly string[];
  readonly kind?: 'row' | 'hit' | 'miss';
}

/** Text next to the boxes. */
export interface Note {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly kind?: 'quiet' | 'strong' | 'code';
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** An arrow between two points; the tip is at the second. */
export type Arrow = readonly [x1: number, y1: number, x2: number, y2: number];

export interface Diagram {
  readonly width: number;
  readonly height: number;
  /** The text alternative. */
  readonly label: string;
  readonly boxes: readonly Box[];
  readonly notes?: readonly Note[];
  readonly arrows?: readonly Arrow[];
  /** Arrows without a tip. */
  readonly lines?: readonly Arrow[];
}

const LINE = 19;

/** Sets a background, so the picture is legible on any page. */
const STYLE = `
    .card { fill: #fff; stroke: #d0d7de }
    .row { fill: #f6f8fa; stroke: #d0d7de }
    .hit { fill: #dcf3e7; stroke: #2b8a5f; stroke-width: 1.5 }
    .miss { fill: none; stroke: #d0d7de; stroke-dasharray: 4 3 }
    text { fill: #1f2328 }
    .quiet { fill: #59636e }
    .strong { font-weight: 600 }
    .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: 13px }
    .arrow { stroke: #2b8a5f; stroke-width: 2; fill: none }
    .tip { fill: #2b8a5f }
    @media (prefers-color-scheme: dark) {
      .card { fill: #161b22; stroke: #30363d }
      .row { fill: #21262d; stroke: #30363d }
      .hit { fill: #12392a; stroke: #3fb37f }
      .miss { stroke: #30363d }
      text { fill: #e6edf3 }
      .quiet { fill: #9198a1 }
      .arrow { stroke: #3fb37f }
      .tip { fill: #3fb37f }
    }`;

/**
 * Draws a diagram.
 *
 * @returns an SVG document
 */
export function drawDiagram(diagram: Diagram): string {
  const { width, height, label, boxes, notes, arrows, lines } = diagram;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${inXml(label)}" font-family="ui-sans-serif, system-ui, sans-serif" font-size="14">`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    ...boxes.flatMap(drawBox),
    ...(lines ?? []).map(drawLine),
    ...(arrows ?? []).flatMap(drawArrow),
    ...(notes ?? []).map(drawNote),
    '</svg>',
  ].join('\n')}\n`;
}

function drawBox(box: Box): string[] {
  const { x, y, width, lines, kind = 'row' } = box;
  const height = box.height ?? lines.length * LINE + 18;
  const top = y + (height - lines.length * LINE) / 2 + 14;
  return [
    `  <rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    ...lines.map(
      (line, index) =>
        `  <text class="code" x="${x + 14}" y="${top + index * LINE}" xml:space="preserve">${inXml(line)}</text>`,
    ),
  ];
}

function drawNote({ x, y, text, kind = 'quiet', anchor = 'start' }: Note): string {
  return `  <text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${inXml(text)}</text>`;
}

function drawLine([x1, y1, x2, y2]: Arrow): string {
  return `  <path class="arrow" d="M${x1} ${y1} L${x2} ${y2}"/>`;
}

function drawArrow([x1, y1, x2, y2]: Arrow): string[] {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const at = (back: number, side: number) => {
    const x = x2 - back * Math.cos(angle) - side * Math.sin(angle);
    const y = y2 - back * Math.sin(angle) + side * Math.cos(angle);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return [
    `  <path class="arrow" d="M${x1} ${y1} L${at(8, 0)}"/>`,
    `  <path class="tip" d="M${x2} ${y2} L${at(10, 5)} L${at(10, -5)} z"/>`,
  ];
}

/** Escapes text for XML. */
export function inXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
