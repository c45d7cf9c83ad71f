/**
 * Respells a CodeIgniter pattern, which PCRE compiles, for waymark. waymark's own parser judges the
 * result: it refuses what PCRE and JavaScript read differently, and says what to write instead.
 */
import { parsePattern } from 'waymark/internal';

/** The meaning of `(:any)`: one segment, or `.+` as in CodeIgniter 2 and module files of MX. */
export type Any = 'segment' | 'all';

/** A pattern that waymark doesn't have, with the reason and the advice. */
export class Untranslatable extends Error {}

/** A pattern that no path matches, in CodeIgniter or in waymark. */
export class Dead extends Error {}

/** The maximum length of a pattern in characters; a path has at most 2,048. */
export const LONGEST = 1000;

/**
 * Translates a pattern: anchors at its ends, `(?i)` at its start, PCRE's `\A`, `\z` and `\h`,
 * `(?P<name>`, and percent sequences, which waymark matches decoded.
 * @example
 * translate('^admin/(\\H+)$').pattern; // 'admin/([^ ]+)'
 */
export function translate(pattern: string, any: Any = 'segment') {
  if (pattern.length > LONGEST) {
    throw new Untranslatable(`it is longer than ${LONGEST} characters`);
  }
  if (pattern.replace(/\\./gs, '').includes('#')) {
    throw new Untranslatable('a # without a backslash, at which CodeIgniter ends the expression');
  }
  const ignoresCase = FLAG.test(pattern);
  const bare = pattern.replace(FLAG, '$1');
  const text = bare.replace(TOKEN, (token) => respelled(token, any, ignoresCase));
  if (/^\^?\/?[*?]?\$?$/.test(text)) {
    throw new Dead('the empty path is answered by default_controller');
  }
  const choices = parse(text);
  if (choices.length > 1) return { pattern: text, alternatives: isLoose(choices) };
  const [terms] = choices;
  const start = isAnchor(terms[0], '^') ? 1 : 0;
  const end = isAnchor(terms.at(-1), '$') ? -1 : undefined;
  // No path starts with a slash, and a key would lose an optional one.
  const inner = text.slice(start, end).replace(/^\/[*?]/, '');
  parse(inner);
  return { pattern: inner, alternatives: false };
}

const FLAG = /^(\^?)\(\?i\)/;

/**
 * An escape, a class, the head of a named group, a placeholder, percent sequences, a quantifier, a
 * brace, which waymark takes for that of a named param, or a letter.
 */
const TOKEN =
  /\\(?:x[\da-f]{2}|u[\da-f]{4}|k<[^>]*>?|\d+|.)|\[\^?\]?(?:\\.|[^\]\\])*\]?|\(\?P?<[A-Za-z_]\w*>(?::(?!any|num)\w+\))?|\(:(?!any|num)\w+\)|:(?:any|num)|(?:%[\da-f]{2})+[*+?{]?|\{[\d,]+\}|[{}]|[A-Za-z]/gis;

const SPELLINGS = new Map(Object.entries({ h: ' ', H: '[^ ]', A: '^', G: '^', Z: '$', z: '$' }));

function respelled(token: string, any: Any, ignoresCase: boolean): string {
  const letter = token.charAt(1);
  if (token.startsWith('\\')) {
    if (ignoresCase && /[xuk\d]/.test(letter)) throw new Untranslatable(`(?i) with ${token}`);
    return SPELLINGS.get(letter) ?? token;
  }
  if (token.startsWith('[')) {
    // A - next to \h would become a range.
    const spaced = token.replace(/(?<!-)\\h(?!-[^\]])/g, ' ');
    return ignoresCase ? spaced.replace(IN_CLASS, eitherCase) : spaced;
  }
  if (token.startsWith('(?')) return token.replace('(?P', '(?').replace(':', '\\:');
  if (token === '{' || token === '}') return `\\${token}`;
  if (token.startsWith('(:')) return `(\\${token.slice(1)}`;
  if (token === ':any') return any === 'all' ? '.+' : token;
  if (token.startsWith('%')) return decoded(token);
  return ignoresCase && token.length === 1 ? `[${eitherCase(token)}]` : token;
}

const IN_CLASS = /\\.|[^\\[]-[^\]\\]|[A-Za-z]/gs;

function eitherCase(part: string): string {
  const isRange = part.length === 3;
  if (/^(?:\\[^ux]|\d-\d)$/.test(part)) return part;
  if (isRange && !/^(?:[a-z]-[a-z]|[A-Z]-[A-Z])$/.test(part)) {
    throw new Untranslatable(`(?i) with the range ${part}`);
  }
  if (part.startsWith('\\')) throw new Untranslatable(`(?i) with ${part}`);
  const [lower, upper] = [part.toLowerCase(), part.toUpperCase()];
  return part === lower ? lower + upper : upper + lower;
}

/** Decodes percent sequences as a path is, unless a quantifier repeats the last digit of one. */
function decoded(run: string): string {
  if (/[*+?{]$/.test(run)) return run;
  return run
    .replace(/(?:%(?!2[5f])[\da-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      } catch {
        throw new Dead(`no path has ${bytes}, which is not UTF-8`);
      }
    })
    .replaceAll('%2f', '%2F');
}

type Choices = ReturnType<typeof parsePattern>['choices'];
type Term = Choices[number][number];

function parse(pattern: string): Choices {
  try {
    return parsePattern(pattern, '').choices;
  } catch (error) {
    // The cast: parsePattern throws only errors, whose drawing is between the problem and the advice.
    const { message } = error as Error;
    const problem = message.slice(2, message.indexOf('.\n'));
    const advice = message.slice(message.lastIndexOf('\n') + 1, message.lastIndexOf('. See '));
    // Another alternative, or a turn less, may still match.
    if (DEAD.test(problem) && !/[|*?{]/.test(pattern)) throw new Dead(problem.replace(NEVER, ''));
    throw new Untranslatable(`${problem}: ${advice.charAt(0).toLowerCase()}${advice.slice(1)}`);
  }
}

const DEAD = /^(?:no path has an empty segment|\$ ends the path)/;
const NEVER = ', so this pattern would never match';

/** Whether an alternative needs an anchor: `^…$` around all of them anchors only the outer ends. */
function isLoose(choices: Choices): boolean {
  const last = choices.length - 1;
  return choices.some((sequence, index) => {
    const open = index > 0 && !isAnchor(sequence[0], '^');
    return open || (index < last && !isAnchor(sequence.at(-1), '$'));
  });
}

function isAnchor(term: Term | undefined, source: '^' | '$'): boolean {
  return term?.kind === 'assertion' && term.source === source;
}
