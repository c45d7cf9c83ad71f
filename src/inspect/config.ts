/** The form of `waymark.config.ts`. */
import type { RESERVED } from '../table/settings.ts';
import type { Acceptance } from './check/accept.ts';

/**
 * The default export of `waymark.config.ts`: arguments and options for every command. The command
 * line overrides them. Paths are relative to the folder of the file.
 *
 * @example
 * const config: Config = { routes: 'src/routes.ts', files: 'src', autoRoute: true };
 */
export interface Config {
  /** The route file, the JSON table or the folder of the application. */
  readonly routes?: string;
  /** As `--files`: the folder of the application. */
  readonly files?: string;
  /** As `--roots`: root folders in `files`, in search order. */
  readonly roots?: readonly string[];
  /** As `--set`: settings of the table. */
  readonly set?: Readonly<Partial<Record<(typeof RESERVED)[number], string | boolean>>>;
  /** As `--constant`: constants for `import`. */
  readonly constant?: Readonly<Record<string, string | number | boolean>>;
  /** As `--auto-route`. */
  readonly autoRoute?: boolean;
  /** Findings that `check` ignores, each with a reason. */
  readonly accept?: readonly Omit<Acceptance, 'source'>[];
}
