/** Slips in patterns, such as the syntax of other routers, and in the names of settings. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { distance } from '../../errors/nearest.ts';
import { quote } from '../../errors/show.ts';
import { RESERVED } from '../../table/settings.ts';
import { parseSource } from '../automata/shape.ts';
import type { Inspection, Row } from '../inspection.ts';
import type { Finding, FindingKind } from './finding.ts';
import type { Alike } from './gather.ts';

/** A sign of a slip in a pattern. */
interface Sign {
  readonly kind: FindingKind;
  readonly sign: RegExp;
  /** One clause; what the sign is found in comes before it. */
  readonly says: string;
}

const SIGNS: readonly Sign[] = [
  {
    kind: 'parameter-syntax',
    sign: /(?<=^|[/.-]):(?!any|num)[A-Za-z_]\w*/,
    says: 'is matched as it is written; write (:any), (:num) or a group for what varies',
  },
  {
    kind: 'parameter-syntax',
    sign: /\{[A-Za-z_][\w:?]*\}/,
    says: 'is matched as it is written; write (:any), (:num) or a group for what varies',
  },
  {
    kind: 'parameter-syntax',
    sign: /(?<!\(\?|\\k)<[A-Za-z_:]+>/,
    says: 'is matched as it is written; write (:any), (:num) or a group for what varies',
  },
  {
    kind: 'parameter-syntax',
    sign: /(?<![^/.-])\((?:any|num|alphanum)\)(?![^/.-])/,
    says: 'is matched as it is written; write the colon of the placeholder, as in (:num)',
  },
  {
    kind: 'query',
    sign: /\?\w+(?:\[\])?=/,
    says: 'never meets a query, which is cut off before a path is matched; read it in the action',
  },
];

/** A class that looks like a parameter of Next.js: `[id]`, `[...path]`. */
const PARAMETER = /^\[(?:\.{3})?([A-Za-z_]\w+)\]$/;

/** What is in a row here was meant as a class: `[abc]`. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** How many letters of a setting's name may be wrong. */
const MOST_WRONG = 2;

/**
 * Finds what was probably meant otherwise in patterns and in the names of settings.
 *
 * @example
 * findMeant(new Inspection({ 'posts/:id': 'posts/show' }))[0].kind; // 'parameter-syntax'
 */
export function findMeant(inspection: Inspection): Alike[] {
  return inspection.rows.flatMap((row): Alike[] => [
    ...readSetting(row),
    ...readSigns(row),
    ...readExpression(row),
  ]);
}

function readSigns({ key, pattern }: Row): Finding[] {
  return SIGNS.flatMap(({ kind, sign, says }): Finding[] => {
    const found = sign.exec(pattern);
    if (found === null) return [];
    return [warning(kind, key, `In ${quote(key)}, ${quote(found[0])} in the pattern ${says}.`)];
  });
}

/** What only the syntax of the expression shows. */
function readExpression({ key, source }: Row): Alike[] {
  const kinds = new Map<FindingKind, string>();
  visitRegExpAST(parseSource(source), {
    onQuantifierEnter({ element, raw, min, max }) {
      if (min !== 0 || max !== Number.POSITIVE_INFINITY || !isText(element, '/')) return;
      kinds.set('star', `${quote(raw)} repeats the slash; write /(.*) for whatever follows`);
    },
    onCharacterClassEnter({ raw, parent }) {
      const name = PARAMETER.exec(raw)?.[1].toLowerCase();
      if (name === undefined || ALPHABET.includes(name)) return;
      if (parent.type !== 'Alternative' || parent.parent.type !== 'Pattern') return;
      const texts = parent.elements.map((element) => element.raw).join('');
      if (!texts.split('/').includes(raw)) return;
      const advice = 'write (:any), (:num) or a group for what varies';
      kinds.set('parameter-syntax', `${quote(raw)} is one character of those; ${advice}`);
    },
    onCharacterSetEnter(set) {
      if (set.kind !== 'any' || set.parent.type !== 'Alternative') return;
      const { elements } = set.parent;
      const place = elements.indexOf(set);
      const [before, after] = [elements[place - 1], elements[place + 1]];
      if (before === undefined || !isText(after, /\w/)) return;
      const advice = `write \\. for a dot`;
      kinds.set('dot', `the dot before ${quote(after.raw)} is any character; ${advice}`);
    },
  });
  return Array.from(kinds, ([kind, says]) => ({
    ...warning(kind, key, `In the pattern of ${quote(key)}, ${says}.`),
    ...(kind === 'dot' && { together: sayDots }),
  }));
}

/** In real tables, most rows with such a dot are of one sort: the names of files. */
function sayDots(list: string): string {
  return `In the patterns of ${list}, a dot before a letter or digit is any character; write \\. for a dot.`;
}

function isText(node: AST.Element | undefined, text: string | RegExp): node is AST.Character {
  if (node?.type !== 'Character') return false;
  const char = String.fromCharCode(node.value);
  return typeof text === 'string' ? char === text : text.test(char);
}

function readSetting({ key, pattern }: Row): Finding[] {
  const typed = plain(pattern);
  const setting = RESERVED.find((name) => distance(typed, plain(name)) <= MOST_WRONG);
  if (setting === undefined) return [];
  const message = `${quote(key)} is a pattern like any other; the setting is called ${quote(setting)}.`;
  return [warning('setting-name', key, message)];
}

function plain(name: string): string {
  return name.replace(/[\W_]/g, '').toLowerCase();
}

function warning(kind: FindingKind, key: string, message: string): Finding {
  return { level: 'warning', kind, rows: [key], message };
}
