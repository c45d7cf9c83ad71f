/** Finds rows that nearly match a request. */
import { quote, withPlaceholders } from 'waymark/internal';
import { counted } from '../shared/words.ts';
import type { Language } from './automata/languages.ts';
import { tester } from './automata/overlaps.ts';
import type { Segment } from './automata/shape.ts';
import { attempt, both, proved, type Unproved } from './automata/translate.ts';
import { answers, type Inspection, type Row } from './inspection.ts';
import { escapeText } from './prove/preimage.ts';

/** Longer paths are not tried, since the work grows with the square of the length. */
const LONGEST = 200;

/** Decides which rows nearly match one request. */
export class NearRows {
  private readonly parts: readonly string[];
  private known: Language | Unproved | undefined;

  constructor(
    private readonly inspection: Inspection,
    private readonly method: string,
    private readonly path: string,
  ) {
    this.parts = path.split('/');
  }

  /** Why a row that nearly matches doesn't answer; `null` if it answers or is not near. */
  whyNot(row: Row): string | null {
    if (row.matches(this.path)) {
      // An earlier row that matches and answers is skipped only for the empty path.
      return answers(row, this.method)
        ? 'the default controller comes first for the empty path'
        : `it is only for ${row.method}`;
    }
    if (this.path === '' || !answers(row, this.method)) return null;
    const { segments, open } = row.shape;
    const wrong = segments.flatMap((segment, place) => {
      const part = this.parts[place];
      return part === undefined || tester(segment)(part) ? [] : [{ place, segment, part }];
    });
    if (wrong.length > 1) return null;
    const [one] = wrong;
    const rest = this.parts.slice(segments.length);
    const surplus = this.parts.length - segments.length;
    if (one !== undefined) {
      if (one.place === 0 && !resembles(one.segment, one.part)) return null;
      if (open) return this.whyNotSimilar(row);
      if (surplus !== 0) return null;
      return `segment ${one.place + 1}, ${quote(one.part)}, is not ${written(one.segment)}`;
    }
    if (open && (segments.length === 0 || rest.length === 0)) return this.whyNotSimilar(row);
    if (open) return `the rest, ${quote(rest.join('/'))}, does not match`;
    return segments.length > 0 && Math.abs(surplus) === 1
      ? `it has ${counted(segments.length, 'segment')} and the path has ${this.parts.length}`
      : null;
  }

  /** Names a similar path that an open row matches, since its rest is not split into segments. */
  private whyNotSimilar(row: Row): string | null {
    if (this.path.length > LONGEST) return null;
    const { languages } = this.inspection;
    const found = attempt(() => {
      const own = proved(this.inspection.languageOf(row));
      return languages.witness(both(own, proved(this.similar())));
    });
    return typeof found === 'string' ? `it would match ${quote(`/${found}`)}` : null;
  }

  /** The paths with a segment added at the end, the last one removed, or any one replaced. */
  private similar(): Language | Unproved {
    const fixed = this.parts.map(escapeText);
    const others = fixed.map((_, place) => fixed.with(place, '[^/]+').join('/'));
    const longer = [...fixed, '[^/]+'].join('/');
    const shorter = fixed.slice(0, -1).join('/');
    // Replacing the only segment of a path would leave nothing similar.
    const sources = fixed.length === 1 ? [longer] : [longer, shorter, ...others];
    this.known ??= this.inspection.languages.of(sources.join('|'));
    return this.known;
  }
}

/** Whether a path's first segment was probably meant to be the pattern's. */
function resembles({ text }: Segment, part: string): boolean {
  if (text === null) return true;
  const [one, other] = [text.toLowerCase(), part.toLowerCase()];
  return one.startsWith(other) || other.startsWith(one);
}

/** A segment as written in a pattern. */
function written({ text, source }: Segment): string {
  return text === null ? withPlaceholders(source) : quote(text);
}
