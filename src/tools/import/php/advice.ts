/** Names the command's option that gives the importer the missing information. */
import { type Text, Unknown } from './values.ts';

/**
 * Advises how to set a constant.
 * @returns a clause for a warning, with the option quoted for a shell
 */
export function settingOf(constant: string): string {
  return `import again with ${optionFor(constant)}`;
}

/** The option that sets a constant, quoted for a shell if necessary. */
export function optionFor(constant: string): string {
  const pair = `${constant}=value`;
  return `--constant ${/^[\w:=]+$/.test(pair) ? pair : `'${pair.replaceAll("'", "'\\''")}'`}`;
}

/** The reason why code can't be run that needs the value of a text with unknown parts. */
export function unknownPart({ parts }: Text): Unknown {
  const codes = parts.filter((part) => typeof part !== 'string');
  const [{ constant, named }] = codes; // else the text would be a string
  return constant === undefined
    ? new Unknown(`the pattern of the route ${named} is not known here`)
    : new Unknown(`${constant} is defined elsewhere: ${settingOf(constant)}`);
}
