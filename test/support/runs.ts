/**
 * The number of runs of each property: few in the suite, many with `npm run fuzz`. A seed in
 * FUZZ_SEED repeats the same cases.
 */
const { FUZZ_RUNS = '100', FUZZ_SEED } = process.env;

export const RUNS = {
  numRuns: Number(FUZZ_RUNS),
  ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }),
};
