/** The lookup times as a bar chart. */
import type { Measured } from './findings.ts';

/** The unit of the table to show. */
const UNIT = 'ns per lookup, random';

const GROUPS: readonly (readonly [row: string, title: string])[] = [
  ['hono (12)', '12 routes'],
  ['github (203)', "GitHub's API, 203 routes"],
  ['generated (1,000)', '1,000 routes'],
];
const NAMES = ['waymark', 'memoirist', '@medley/router', 'find-my-way', 'hono', 'rou3', 'wint-js'];

const WIDTH = 520;
const LABEL = 130;
const BAR = 18;
const GAP = 5;
const TITLE = 34;

/** Sets a background, so the chart is legible on any page. */
const STYLE =
  'rect.card{fill:#fff;stroke:#d0d7de}text{fill:#1f2328}.own{fill:#2b8a5f}.peer{fill:#b6bfc9}' +
  '@media(prefers-color-scheme:dark){rect.card{fill:#161b22;stroke:#30363d}text{fill:#e6edf3}' +
  '.own{fill:#3fb37f}.peer{fill:#57606a}}';

/**
 * Draws a group of bars per table, with its routers from fastest to slowest.
 *
 * @param measured the page's figures
 * @returns an SVG document
 */
export function drawChart(measured: Measured): string {
  const parts: string[] = [
    '<text x="20" y="34">Nanoseconds per lookup, random order: shorter is faster</text>',
    '<text x="20" y="54" font-size="12">wint-js generates code, and can’t hold the larger tables.</text>',
  ];
  let y = 66;
  for (const [row, title] of GROUPS) {
    const bars = NAMES.flatMap((name) => {
      const ns = measured.number(UNIT, row, name);
      return ns === undefined ? [] : [{ name, ns }];
    }).sort((a, b) => a.ns - b.ns);
    parts.push(`<text x="20" y="${y + 22}" font-weight="600">${title}</text>`);
    y += TITLE;
    const most = Math.max(...bars.map(({ ns }) => ns));
    for (const { name, ns } of bars) {
      parts.push(...drawBar(name, ns, ns / most, y));
      y += BAR + GAP;
    }
    y += 8;
  }
  const height = y + 10;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Nanoseconds per lookup, by router" font-family="ui-sans-serif, system-ui, sans-serif" font-size="14">`,
    `<style>${STYLE}</style>`,
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>`,
    ...parts,
    '</svg>',
  ].join('\n')}\n`;
}

function drawBar(name: string, ns: number, share: number, y: number): string[] {
  const width = Math.max(2, Math.round(share * (WIDTH - LABEL - 90)));
  const kind = name === 'waymark' ? 'own' : 'peer';
  const weight = kind === 'own' ? ' font-weight="600"' : '';
  return [
    `<text x="${LABEL - 8}" y="${y + 14}" text-anchor="end"${weight}>${name}</text>`,
    `<rect class="${kind}" x="${LABEL}" y="${y}" width="${width}" height="${BAR}" rx="3"/>`,
    `<text x="${LABEL + width + 8}" y="${y + 14}"${weight}>${ns.toLocaleString('en')}</text>`,
  ];
}
