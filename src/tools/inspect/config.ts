/** The form of `waymark.config.ts`. */
import type { RESERVED } from 'waymark/internal';
import type { Acceptance } from './check/accept.ts';

/**
 * The default export of `waymark.config.ts`: arguments and options for every command. The command
 * line overrides them. Paths are relative to the file's folder.
 * @example
 * const config: Config = { routes: 'src/routes.ts', files: 'src', autoRoute: true };
 */
export interface Config {
  /** The route file, the JSON table or the folder of the application. */
  readonly routes?: string | undefined;
  /** Like `--files`: the folder of the application. */
  readonly files?: string | undefined;
  /** Like `--roots`: root folders in `files`, in search order. */
  readonly roots?: readonly string[] | undefined;
  /** Like `--set`: settings of the table. */
  readonly set?: Readonly<Partial<Record<(typeof RESERVED)[number], string | boolean>>> | undefined;
  /** Like `--constant`: constants for `import`. */
  readonly constant?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Like `--auto-route`. */
  readonly autoRoute?: boolean | undefined;
  /** Findings that `check` ignores, each with a reason. */
  readonly accept?: readonly Omit<Acceptance, 'source'>[] | undefined;
}
