/**
 * How often a property is tried: few times with the suite, many with `npm run fuzz`. With a seed in
 * FUZZ_SEED, each run tries the same cases.
 */
const { FUZZ_RUNS = '200', FUZZ_SEED } = process.env;

export const RUNS = {
  numRuns: Number(FUZZ_RUNS),
  ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }),
};
