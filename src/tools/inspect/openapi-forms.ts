/** Writes a pattern as paths of an OpenAPI document, whose params have schemas. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { decodePath, groupsIn, isOptional, parsePattern, quote, readParts } from 'waymark/internal';
import { mayHoldSlash, parseSource } from './automata/shape.ts';
import { escapeText } from './prove/preimage.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A group of a pattern, without another around it. */
type Group = ReturnType<typeof groupsIn>[number];

type Parts = Readonly<ReturnType<typeof readParts>>;

/** The parts of one path, none of them optional. */
type Filled = (string | Group)[];

/** The most paths of a pattern. Each optional part doubles them. */
const MOST_FORMS = 64;

/** Matches an escape that is valid with flag `u`. */
const ESCAPES_OF_U = /[a-z0-9^$\\.*+?()[\]{}|/]$/i;

/** One of the paths of a pattern: it has or lacks each optional part. */
export interface Form {
  /** The path, with the names of its params: `/photos/{p1}`. */
  readonly path: string;
  /** The path without the names. OpenAPI treats paths that differ only in names as the same. */
  readonly shape: string;
  readonly parameters: ReadonlyMap<unknown, Schema>;
  /** The names of all params of the pattern. */
  readonly names: ReadonlySet<unknown>;
  /** Distinguishes its operations from those of the shortest path: `.page`. */
  readonly suffix: string;
  /** The expression of the path, not anchored. */
  readonly source: string;
}

/**
 * The paths of a pattern, the shortest first. A param is named like its group, or `p` and the
 * number of the group.
 * @returns at least one path, or the reason why OpenAPI can't describe the pattern
 */
export function formsIn(source: string): readonly Form[] | string {
  const reason = reasonAgainst(source);
  if (reason !== null) return reason;
  const parts = attemptParts(source);
  if (parts === null)
    return 'it varies outside its groups; capture the part that varies, and escape dots';
  const forms = formsOf(parts);
  if (forms.length > MOST_FORMS)
    return `it has over ${MOST_FORMS} paths; define rows with fewer optional parts`;
  const groups = groupsIn(parts);
  const taken = new Set(groups.map(({ name }) => name));
  const names = new Map<number, string>();
  const params = new Map<string, Schema>();
  for (const { number, name: own, constraint } of groups) {
    const schema = schemaOf(constraint);
    if (typeof schema === 'string') return schema;
    let name = own ?? `p${number}`;
    while (own === null && taken.has(name)) name += '_';
    names.set(number, name);
    params.set(name, { name, in: 'path', required: true, schema });
  }
  const shortest = groupsIn(forms[0]);
  // The casts: each group has a name and a schema, and waymark encoded the texts.
  const nameOf = ({ number }: Group) => names.get(number) as string;
  const described = forms.map((parts): Form => {
    const write = (textOf: (encoded: string) => string, groupOf: (group: Group) => string) =>
      parts.map((part) => (typeof part === 'string' ? textOf(part) : groupOf(part))).join('');
    const groups = groupsIn(parts);
    const own = groups.map(nameOf);
    return {
      path: `/${write(String, (group) => `{${nameOf(group)}}`)}`,
      shape: write(String, () => '{}'),
      parameters: new Map(own.map((name) => [name, params.get(name) as Schema])),
      names: new Set(params.keys()),
      suffix: groups
        .filter((group) => !shortest.includes(group))
        .map((group) => `.${nameOf(group)}`)
        .join(''),
      source: write(
        (encoded) => escapeText(decodePath(encoded) as string),
        ({ constraint }) => `(${constraint})`,
      ),
    };
  });
  // An optional part may add nothing, or a param that reads as one before it does.
  const sources = described.map(({ source }) => source);
  return described.filter(({ source }, place) => sources.indexOf(source) === place);
}

/** The parts of a pattern's URLs; `null` if it has no URLs. */
function attemptParts(source: string): Parts | null {
  try {
    return readParts('openapi', parsePattern(source, 'openapi'));
  } catch {
    return null;
  }
}

/** The forms of a pattern's paths, the shortest first; one more than {@link MOST_FORMS} at most. */
function formsOf(parts: Parts): Filled[] {
  return parts.reduce<Filled[]>(
    (forms, part) => {
      const ends = isOptional(part) ? [[], ...formsOf(part)] : [[part]];
      return ends.flatMap((end) => forms.map((form) => [...form, ...end])).slice(0, MOST_FORMS + 1);
    },
    [[]],
  );
}

/** Why no path of OpenAPI describes a pattern; `null` if its terms don't prevent it. */
function reasonAgainst(source: string): string | null {
  let reason: string | null = null;
  visitRegExpAST(parseSource(source), {
    onBackreferenceEnter() {
      reason = 'a back reference makes one param depend on another';
    },
    onAssertionEnter({ kind, start, end }) {
      const isAnchor =
        (kind === 'start' && start === 0) || (kind === 'end' && end === source.length);
      if (!isAnchor) reason ??= 'OpenAPI has no look-arounds, boundaries or anchors';
    },
  });
  return reason;
}

/**
 * The schema of a non-empty param, or the reason why there is none. Digits are a string too, since
 * `007` is not a number.
 */
function schemaOf(constraint: string): Schema | string {
  const { alternatives } = parseSource(constraint);
  const group = `the group ${quote(`(${constraint})`)}`;
  if (alternatives.some(({ elements }) => elements.some(mayHoldSlash))) {
    return `${group} matches slashes, which a param in OpenAPI can't contain`;
  }
  if (constraint.includes('%')) {
    return `${group} contains a percent sign, which clients encode again`;
  }
  const texts = new Set(alternatives.map(textOf));
  if (!texts.has(null)) {
    texts.delete('');
    return texts.size > 0 ? { type: 'string', enum: [...texts] } : `${group} is always empty`;
  }
  // JSON Schema validators compile patterns with flag u, which allows fewer escapes.
  const portable = constraint.replace(/\\./gs, (text) =>
    ESCAPES_OF_U.test(text) ? text : hexOf(text),
  );
  const pattern = alternatives.length > 1 ? `^(?:${portable})$` : `^${portable}$`;
  try {
    const mayBeEmpty = new RegExp(pattern, 'u').test('');
    return { type: 'string', ...(mayBeEmpty ? { minLength: 1 } : {}), pattern };
  } catch {
    return `${group} is invalid with flag u, which JSON Schema uses; escape its hyphens and brackets`;
  }
}

function textOf({ elements }: AST.Alternative): string | null {
  const units = elements.map((element) => (element.type === 'Character' ? element.value : null));
  return units.includes(null) ? null : String.fromCharCode(...units.map(Number));
}

/** Writes an escaped character by its code: `\-` is `\x2d`. */
function hexOf(text: string): string {
  return `\\x${text.charCodeAt(1).toString(16).padStart(2, '0')}`;
}
