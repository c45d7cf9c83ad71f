/** Writes docs/measured/size.md from size-limit's results, and its sizes in other pages; fails if a size is over its limit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writePage } from './page.ts';
import { PAGES, withSizes } from './sizes.ts';

interface Measured {
  readonly name: string;
  readonly size: number;
  readonly sizeLimit?: number;
  /** Missing without a limit. */
  readonly passed?: boolean;
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
if (!process.env.CI) {
  const page = readFileSync(new URL('../../docs/measured/size.md', import.meta.url), 'utf8');
  for (const path of PAGES) {
    const url = new URL(`../../${path}`, import.meta.url);
    writeFileSync(url, withSizes(path, readFileSync(url, 'utf8'), page));
  }
}
const over = measured.filter(({ passed }) => passed === false);
for (const { name, size, sizeLimit } of over) {
  console.error(`${name}: ${size} bytes are over the limit of ${sizeLimit}`);
}
if (over.length > 0) process.exitCode = 1;
