import { Machine } from '../../pattern/machine.ts';
import type { Program } from '../../pattern/program.ts';
import type { PatternMachine, SetData } from './data.ts';
import { readSet } from './load.ts';

/**
 * Matches patterns that are slow in JavaScript's engine, such as `(:any)-(:any)`. A compiled table
 * with such a pattern needs it; other bundles can leave it out.
 * @example
 * const compiled = compileTable({ '(:any)-(:any)': 'posts/show/$2' });
 * const router = createCompiledRouter(compiled, { patternMachine });
 * router.resolve('GET', '/my-post').status; // 'found'
 */
export const patternMachine: PatternMachine = (data) => {
  const [code, start, sets, ...rest] = data as Program<SetData>; // the public type says less
  return new Machine([code, start, sets.map(readSet), ...rest]);
};
