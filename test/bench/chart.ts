/** The lookup times as a bar chart. */
import { parse, type Spec, View } from 'vega';
import type { Row } from './form.ts';

/** waymark stands out; the peers share a quiet range. */
const COLOURS = [
  '#d9480f',
  '#1c3d5a',
  '#33658a',
  '#5b8db1',
  '#86bbd8',
  '#7d8597',
  '#b1b7c1',
  '#495057',
  '#ced4da',
];

/**
 * Draws a group of bars for each table, a bar for each contender.
 *
 * @param rows a row for each table
 * @param names the contenders, in the order of the bars
 * @returns an SVG document
 */
export async function drawChart(rows: readonly Row[], names: readonly string[]): Promise<string> {
  const values = rows.flatMap(({ label: table, figures }) => {
    return names
      .filter((name) => name in figures)
      .map((name) => ({ table, name, ns: figures[name] }));
  });
  const view = new View(parse(toSpec(values, names)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg}\n`;
}

function toSpec(values: object[], names: readonly string[]): Spec {
  return {
    width: 820,
    height: 320,
    padding: 12,
    background: 'white',
    title: { text: 'Nanoseconds per lookup (lower is better)', anchor: 'start', offset: 14 },
    data: [{ name: 'figures', values }],
    scales: [
      {
        name: 'table',
        type: 'band',
        domain: { data: 'figures', field: 'table' },
        range: 'width',
        padding: 0.18,
      },
      {
        name: 'ns',
        type: 'linear',
        domain: { data: 'figures', field: 'ns' },
        range: 'height',
        zero: true,
        nice: true,
      },
      { name: 'colour', type: 'ordinal', domain: [...names], range: COLOURS },
    ],
    axes: [
      { orient: 'bottom', scale: 'table', ticks: false, labelPadding: 8 },
      { orient: 'left', scale: 'ns', grid: true, title: 'ns' },
    ],
    legends: [{ fill: 'colour', orient: 'bottom', direction: 'horizontal', columns: 4 }],
    marks: [
      {
        type: 'group',
        from: { facet: { data: 'figures', name: 'group', groupby: 'table' } },
        encode: { enter: { x: { scale: 'table', field: 'table' } } },
        // The bars have a scale of their own inside of a table's band.
        signals: [{ name: 'width', update: "bandwidth('table')" }],
        scales: [{ name: 'place', type: 'band', domain: [...names], range: 'width', padding: 0.1 }],
        marks: [
          {
            type: 'rect',
            from: { data: 'group' },
            encode: {
              enter: {
                x: { scale: 'place', field: 'name' },
                width: { scale: 'place', band: 1 },
                y: { scale: 'ns', field: 'ns' },
                y2: { scale: 'ns', value: 0 },
                fill: { scale: 'colour', field: 'name' },
              },
            },
          },
        ],
      },
    ],
  };
}
