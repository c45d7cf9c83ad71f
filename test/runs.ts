/** How often a property is tried: few times with the suite, many with `npm run fuzz`. */
export const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 500) };
