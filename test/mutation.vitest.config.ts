/**
 * The tests that mutants are run against: not those of built files, of the example and the pages,
 * of the sources' text, and of HTTP (but for `hostile`'s). Nearly all of a mutant's time goes into
 * starting test files, so they share one worker, and those that are quick, and find most, come first.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PROPERTIES = ['reference', 'spelling', 'search', 'keys', 'definitions', 'map'];
const SLOW = [...PROPERTIES, 'golden', 'limits', 'normalise'];

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    dir: 'test',
    isolate: false,
    sequence: { sequencer: QuickFirst },
    // A machine that runs mutants is busy.
    testTimeout: 120_000,
    exclude: [
      '**/api.test.ts',
      '**/architecture.test.ts',
      '**/backtracking.test.ts',
      '**/code.test.ts',
      '**/bench.test.ts',
      '**/example.test.ts',
      '**/hover.test.ts',
      '**/http.test.ts',
      '**/package.test.ts',
      '**/registry.test.ts',
      '**/reload.test.ts',
      '**/runners.test.ts',
      '**/release.test.ts',
      '**/served.test.ts',
      '**/shipped.test.ts',
      '**/site.test.ts',
      '**/start.test.ts',
    ],
  },
});
