/** The form of `waymark.config.ts`. */
import type { RESERVED } from '../table/settings.ts';
import type { Acceptance } from './check/accept.ts';

/**
 * What `waymark.config.ts` exports by default: arguments and options that every command would be given.
 * Those on the command line win. Paths start from the folder of the file.
 *
 * @example
 * const config: Config = { routes: 'src/routes.ts', files: 'src', autoRoute: true };
 */
export interface Config {
  /** The route file, the JSON table or the folder of the application. */
  readonly routes?: string;
  /** As `--files`: the folder of the application. */
  readonly files?: string;
  /** As `--roots`: the folders of `files`, first searched first. */
  readonly roots?: readonly string[];
  /** As `--set`: settings of the table. */
  readonly set?: Readonly<Partial<Record<(typeof RESERVED)[number], string | boolean>>>;
  /** As `--constant`: constants for `import`. */
  readonly constant?: Readonly<Record<string, string | number | boolean>>;
  /** As `--auto-route`. */
  readonly autoRoute?: boolean;
  /** Findings that `check` leaves out, each with a reason. */
  readonly accept?: readonly Omit<Acceptance, 'source'>[];
}
