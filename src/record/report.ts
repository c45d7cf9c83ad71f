/** What a build asks of a program that it runs: the calls behind each table. */
import type { Router } from '../resolve/resolver.ts';
import type { Recorded, RecordedCall } from './call.ts';
import type { Digest } from './digest.ts';

/** A call that needs a table, and the calls that made it. */
export interface Asked {
  /** The call that needs it, with the table among its arguments. */
  readonly call: RecordedCall;
  readonly digest: Digest;
  /** All options of a handler; none of a router. */
  readonly application: object;
}

/** The build that runs the program. It knows `Route` itself, and answers as that would. */
export interface Reporter {
  /** A text that tells the place of the call. */
  place(): string | undefined;
  /** Notes the table of a call that makes a router, and returns that of `waymark` itself. */
  router(asked: Asked): Router;
  /** Notes that the rows of a table are read, and returns them. */
  rows(recorded: Recorded, digest: Digest): readonly (readonly [key: string, to: string])[];
  /** Notes the result of `Route.named` or `Route.url` among these calls, and returns it. */
  text(
    calls: readonly RecordedCall[],
    collected: Recorded | null,
    asked: Omit<Asked, 'application'>,
  ): string | null;
  /** Waits for a table that files are imported for. */
  prepare(recorded: Recorded): Promise<void>;
}

const KEY = Symbol.for('waymark.report.1');

/** The build that runs this program; `undefined` once it is deployed. */
export function reporter(): Reporter | undefined {
  return (globalThis as { [KEY]?: Reporter })[KEY]; // the cast types the symbol
}

/** Makes the programs of this process report to a build. */
export function reportTo(build: Reporter | undefined): void {
  Reflect.set(globalThis, KEY, build);
}
