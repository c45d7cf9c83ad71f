/** One process of the hostile paths: times lookups that match nothing. */
import { loadBuild } from '../build.ts';
import type { Figures } from '../form.ts';
import { HOSTILE, hostile, LENGTHS } from '../parts/hostile.ts';
import { median } from '../statistics.ts';

const ROUNDS = 31;
const BATCH = 10;

const { createRouter } = await loadBuild();
process.send?.(HOSTILE.map(timePattern));

function timePattern(pattern: string): Figures {
  const router = createRouter({ [pattern]: 'x' }, { maxPathLength: 10_000 });
  const start = pattern.startsWith('(en') ? '/en/' : '/';
  return Object.fromEntries(
    LENGTHS.map((length, place) => {
      const path = `${start}${'-'.repeat(length)}/x`;
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const begin = process.hrtime.bigint();
        for (let turn = 0; turn < BATCH; turn++) {
          const { status } = router.resolve('GET', path);
          if (status !== 'not-found') throw new Error(`${pattern} gives ${status}`);
        }
        times.push(Number(process.hrtime.bigint() - begin) / BATCH / 1_000);
      }
      return [hostile.forms[0].columns[place], median(times)];
    }),
  );
}
