/** Finds probable slips in keys and destinations, such as the syntax of other routers. */
import { distance, isRedirect, quote, RESERVED } from 'waymark/internal';
import type { FindingKind } from './finding.ts';

/** A slip: what is wrong with a key or a destination, and what to write. */
export interface Slip {
  readonly kind: FindingKind;
  readonly problem: string;
  readonly advice: string;
}

/** A sign of a slip in a pattern. */
interface PatternSign extends Slip {
  /** The expression whose first group, or else whole match, is quoted. */
  readonly sign: RegExp;
  /** Whether the quoted text is intended. */
  readonly isMeant?: (found: string) => boolean;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const AS_WRITTEN = 'is matched as it is written';
const VARIES = 'write (:any), (:num) or a group for what varies';

const IN_PATTERNS: readonly PatternSign[] = [
  {
    kind: 'parameter-syntax',
    sign: /(?:^|[/.>-])(:(?!any|num)[A-Za-z_]\w*)/,
    problem: AS_WRITTEN,
    advice: VARIES,
  },
  {
    kind: 'parameter-syntax',
    // An escaped brace is intended, and so is one at the start of a class, as in [{a}].
    sign: /(?<!\\|(?<!\\)\[\^?)\{[A-Za-z_*][\w:?]*\}/,
    problem: AS_WRITTEN,
    advice: 'write (?<name>:any) for a named param, since only calls of Route take {name}',
  },
  {
    kind: 'parameter-syntax',
    // Not in (?<name>…) and \k<name>.
    sign: /(?:^|[^?k]|[^\\]k)(<[A-Za-z_:]+>)/,
    problem: AS_WRITTEN,
    advice: VARIES,
  },
  {
    kind: 'parameter-syntax',
    sign: /(?<![^/.-])\((?:any|num|alphanum)\)(?![^/.-])/,
    problem: AS_WRITTEN,
    advice: 'write the colon of the placeholder, as in (:num)',
  },
  {
    kind: 'parameter-syntax',
    sign: /(?:^|\/)(\[(?:\.{3})?[A-Za-z_]\w+\])(?=\/|$)/,
    // A class of neighbouring letters: [abc].
    isMeant: (found) => ALPHABET.includes(found.slice(1, -1).toLowerCase()),
    problem: 'matches one of those characters',
    advice: VARIES,
  },
  {
    kind: 'star',
    sign: /\/\*(?=\/|$)/,
    problem: 'repeats the slash',
    advice: 'write /(.*) for whatever follows',
  },
  {
    kind: 'query',
    sign: /\?\w+(?:\[\])?=/,
    problem: 'never meets a query, which is cut off before a path is matched',
    advice: 'read it in the action',
  },
  {
    kind: 'space',
    // Not in a class, as in [/ ]; an escaped space is intended.
    sign: /(?<!\[[^\]]{0,9})(?:(?<![^/])\s|(?<!\\)\s(?![^/]))/,
    problem: 'matches only a path with %20',
    advice: 'remove it, or escape it if it is meant',
  },
];

/** A sign of a slip in a destination. */
interface DestinationSign {
  readonly kind: Slip['kind'];
  readonly sign: RegExp;
  /** A text that rules out this slip if the destination contains it. */
  readonly unless?: string;
  readonly problem: (found: string) => string;
  readonly advice: (to: string, captures: number) => string;
}

const ACTION = "write 'controller/action'";

/** A sign of text that should vary, but is passed to the action literally. */
function literal(sign: RegExp, unless?: string): DestinationSign {
  return {
    kind: 'parameter-syntax',
    sign,
    ...(unless === undefined ? {} : { unless }),
    problem: (found) => `passes on ${quote(found)} as it is written`,
    advice(_, captures) {
      const group = captures === 0 ? 'put what varies into parentheses in the pattern, and ' : '';
      return `${group}write $1 for the first group`;
    },
  };
}

function foreign(sign: RegExp, problem: string): DestinationSign {
  return { kind: 'controller-syntax', sign, problem: () => problem, advice: () => ACTION };
}

/** Only the first sign found is reported. */
const IN_DESTINATIONS: readonly DestinationSign[] = [
  {
    kind: 'url',
    sign: /^(?:[a-z][a-z\d+.-]*:)?\/\//i,
    problem: () => 'is a URL, and a destination is module/controller/action',
    advice: () => 'redirect in the action',
  },
  foreign(/^\\?\w+\\\w/, 'is the name of a PHP class'),
  foreign(/\w::\w/, "is CodeIgniter 4's way"),
  foreign(/\w@\w/, "is Laravel's way"),
  literal(/(?:^|[/.-])(:[A-Za-z_]\w*)/),
  literal(/\([^()]*\)/),
  literal(/(?:^|[^\\$])(\$?\{[A-Za-z_][\w:?]*\})/),
  literal(/(?:^|[/.-])(\$[A-Za-z_]\w*)/),
  literal(/<[A-Za-z_:]+>/),
  literal(/\[(?:\.{3})?[A-Za-z_]\w*\]/),
  // CodeIgniter looks for references only in a destination with a dollar sign.
  literal(/\\\d/, '$'),
  {
    kind: 'empty-segment',
    sign: /^\//,
    problem: () => 'starts with a slash, so its first segment is empty',
    advice: correction,
  },
  {
    kind: 'empty-segment',
    sign: /\/\//,
    problem: () => 'has an empty segment',
    advice: correction,
  },
  {
    kind: 'space',
    sign: /(?<![^/])\s|\s(?![^/])/,
    problem: () => 'has a segment that starts or ends with a space',
    advice: correction,
  },
];

/** How many letters of a misspelled setting may be wrong. */
const MOST_WRONG = 2;

/**
 * Finds signs of another router's syntax in a pattern.
 * @returns at most one slip for each sign
 */
export function slipsInPattern(pattern: string): Slip[] {
  return IN_PATTERNS.flatMap(({ kind, sign, isMeant, problem, advice }) => {
    const [whole, text = whole] = sign.exec(pattern) ?? [];
    if (text === undefined || isMeant?.(text)) return [];
    return [{ kind, problem: `${quote(text)} in the pattern ${problem}`, advice }];
  });
}

/**
 * Finds the first sign of a slip in a destination.
 * @param captures how many groups the pattern has
 * @returns the slip, whose problem begins with a verb; `null` if there is none
 */
export function slipInDestination(to: string, captures: number): Slip | null {
  if (isRedirect(to)) return null;
  for (const { kind, sign, unless, problem, advice } of IN_DESTINATIONS) {
    const found = sign.exec(to);
    if (found === null || (unless !== undefined && to.includes(unless))) continue;
    return { kind, problem: problem(found[1] ?? found[0]), advice: advice(to, captures) };
  }
  return null;
}

/** The setting that a pattern seems to misspell; `null` if there is none. */
export function misspelledSetting(pattern: string): string | null {
  const typed = plain(pattern);
  return RESERVED.find((name) => distance(typed, plain(name)) <= MOST_WRONG) ?? null;
}

function plain(name: string): string {
  return name.replace(/[\W_]/g, '').toLowerCase();
}

/** Advice for a destination with empty segments or surplus spaces. */
function correction(to: string): string {
  const segments = to.split('/').map((segment) => segment.trim());
  const tidy = segments.filter((segment) => segment !== '').join('/');
  return tidy === '' ? `${ACTION}, or '' to block the path` : `write ${quote(tidy)}`;
}
