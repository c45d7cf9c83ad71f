/** The names of contenders in the report. */
import { COMPILED, OWN } from './build.ts';
import { peers } from './peers.ts';

export { COMPILED, OWN };

/** Every contender, waymark first. */
export const CONTENDERS: readonly string[] = [OWN, ...peers.map(({ name }) => name)];

/** Every contender of the start, waymark first. */
export const STARTERS: readonly string[] = [OWN, COMPILED, ...peers.map(({ name }) => name)];

/** The peers that generate no code. */
export const PLAIN_PEERS: readonly string[] = peers
  .filter(({ generatesCode }) => !generatesCode)
  .map(({ name }) => name);

/** The fastest code-generating peer. */
export const WINT = 'wint-js';

/** waymark, with its destination read too. */
export const READ = `${OWN}, read`;
