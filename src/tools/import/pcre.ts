/**
 * Translates a CodeIgniter pattern, which PCRE compiles, to a waymark pattern with the same
 * meaning.
 */
import { decodeText, refuseDead } from './pcre/literal.ts';
import { type Body, type Item, LONGEST, Untranslatable } from './pcre/nodes.ts';
import { parse } from './pcre/parse.ts';
import { print } from './pcre/print.ts';
import { checkReferences } from './pcre/references.ts';
import { rewrite } from './pcre/rewrite.ts';

export { Dead } from './pcre/literal.ts';
export { Untranslatable } from './pcre/nodes.ts';

/** The meaning of `(:any)`: one segment, or `.+` as in CodeIgniter 2 and module files of MX. */
export type Any = 'segment' | 'all';

/** A pattern for waymark. */
export interface Translated {
  readonly pattern: string;
  /** Whether a top-level `|` makes CodeIgniter match more, since it anchors only the whole. */
  readonly alternatives: boolean;
}

/**
 * Translates a pattern exactly. Constructs that mean the same in JavaScript keep their spelling.
 *
 * @param pattern a key of `$route`
 * @param any the meaning of `(:any)`
 * @throws {Untranslatable} if the pattern has no exact equivalent, or PCRE rejects it
 * @throws {Dead} if no path matches the pattern
 */
export function translate(pattern: string, any: Any = 'segment'): Translated {
  if (pattern.length > LONGEST) {
    throw new Untranslatable(`it is longer than ${LONGEST} characters`);
  }
  if (hasBareHash(pattern)) {
    throw new Untranslatable('a # without a backslash, at which CodeIgniter ends the expression');
  }
  const source = pattern
    .replaceAll(':any', any === 'all' ? '.+' : '[^/]+')
    .replaceAll(':num', '[0-9]+');
  const parsed = parse(source);
  checkReferences(parsed);
  const body = withoutOptionalSlash(withoutAnchors(decodeText(rewrite(parsed))));
  refuseDead(body);
  const printed = print(body);
  return {
    pattern: printed === source && any === 'segment' ? pattern : contract(printed, pattern),
    alternatives: isLoose(body),
  };
}

/** Restores the placeholders of the original pattern. */
function contract(printed: string, pattern: string): string {
  const written = pattern.includes('(:num)') ? printed.replaceAll('([0-9]+)', '(:num)') : printed;
  return pattern.includes('(:any)') ? written.replaceAll('([^/]+)', '(:any)') : written;
}

/** Removes anchors at both ends, which are redundant since the whole pattern is anchored. */
function withoutAnchors(body: Body): Body {
  if (body.length > 1) return body;
  const [sequence] = body;
  const inner = isAnchor(sequence[0], '^') ? sequence.slice(1) : sequence;
  return [isAnchor(inner.at(-1), '$') ? inner.slice(0, -1) : inner];
}

/** Whether an alternative needs an anchor: `^…$` around all of them anchors only the outer ends. */
function isLoose(body: Body): boolean {
  const last = body.length - 1;
  return body.some((sequence, index) => {
    const open = index > 0 && !isAnchor(sequence[0], '^');
    return open || (index < last && !isAnchor(sequence.at(-1), '$'));
  });
}

function isAnchor(item: Item | undefined, source: '^' | '$'): boolean {
  return item?.kind === 'assertion' && item.source === source;
}

/** Drops an optional leading slash. No path starts with one, and a key would lose it. */
function withoutOptionalSlash(body: Body): Body {
  return body.map((sequence) => {
    const [first] = sequence;
    const optional = first?.kind === 'repeat' && first.min === 0 && first.item.kind === 'one';
    return optional && first.item.literal === '/' ? sequence.slice(1) : sequence;
  });
}

/** Whether a `#` has no backslash before it. */
function hasBareHash(pattern: string): boolean {
  return pattern.replace(/\\./gs, '').includes('#');
}
