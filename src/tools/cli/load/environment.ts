/** Answers `getenv` for an imported PHP file. */
import type { ImportOptions } from '../../import.ts';
import type { Io } from '../io.ts';

/** A value that is certainly not a secret, such as `production` or `1`. */
const PLAIN = /^(?:[A-Za-z]{0,20}|\d{1,5})$/;

/**
 * Makes the function that reads variables for `getenv`. The PHP chooses their names, and a value
 * may become part of the written file. So without `--env`, only plain words and short numbers are
 * read.
 * @param given the variables of `--env`; `null` for the value in the environment
 * @param env the command's environment
 * @returns the option `env` of `importRoutes`
 */
export function environmentOf(
  given: Readonly<Record<string, string | null>>,
  env: Io['env'],
): NonNullable<ImportOptions['env']> {
  const [variables, surroundings] = [given, env].map((each) => new Map(Object.entries(each)));
  return (name) => {
    const own = variables.get(name);
    const found = surroundings.get(name) ?? null;
    if (own !== undefined) return own ?? found;
    if (found === null) {
      return { refused: `it is not set here: import again with --env ${quoted(`${name}=value`)}` };
    }
    if (PLAIN.test(found)) return found;
    return { refused: `it may be secret: import again with --env ${quoted(name)}` };
  };
}

/** Quotes an argument for a shell if necessary. */
function quoted(argument: string): string {
  return /^[\w=]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
