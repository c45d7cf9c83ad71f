/** Writes docs/measured/size.md from size-limit's results. */
import { readFileSync } from 'node:fs';
import { writePage } from './page.ts';

interface Measured {
  readonly name: string;
  readonly size: number;
  readonly sizeLimit?: number;
}

const report = new URL('../../coverage/size.json', import.meta.url);
const measured: readonly Measured[] = JSON.parse(readFileSync(report, 'utf8'));
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
writePage(
  'size',
  ['what an application imports, minified and gzipped', 'size', 'limit'],
  measured.map(({ name, size, sizeLimit }) => [
    name,
    kilobytes(size),
    sizeLimit === undefined ? '' : kilobytes(sizeLimit),
  ]),
);
