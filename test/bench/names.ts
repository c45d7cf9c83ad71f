/** What the report calls those that are measured. */
import { OWN } from './build.ts';
import { peers } from './peers.ts';

export { OWN };

/** Every contender, waymark first. */
export const CONTENDERS: readonly string[] = [OWN, ...peers.map(({ name }) => name)];

/** The peers that generate no code. */
export const PLAIN_PEERS: readonly string[] = peers
  .filter(({ generatesCode }) => !generatesCode)
  .map(({ name }) => name);

/** The fastest of those that generate code. */
export const WINT = 'wint-js';

/** waymark where its destination is read, too. */
export const READ = `${OWN}, read`;
