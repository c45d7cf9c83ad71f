/** Answers for programs in a process of its own, which imports their bundles for good. */
import { compare } from './answers.ts';

/** The folder of a program, and the requests to ask it. */
export type Asked = readonly [folder: string, asked: readonly string[]];

process.on('message', async ([folder, asked]: Asked) => {
  process.send?.(await compare(folder, asked));
});
