/**
 * Refuses text that no normal path contains: a route for it would never match, and a block of it
 * would close nothing.
 */
import { quote } from '../errors/show.ts';
import { isRest } from '../path/escapes.ts';
import { decodePath } from '../path/normalise.ts';
import type { Choices, Refuse, Sequence } from './terms.ts';

/** What is known of the character next to a text: a slash or an end of the path, or nothing. */
export type Edge = 'boundary' | 'unknown';

/** Neighbouring texts as one, and where in the source each of its characters starts. */
interface Run {
  readonly value: string;
  readonly indices: readonly number[];
  readonly before: Edge;
  readonly after: Edge;
}

/** Where in the source a character of a run starts. */
type At = (position: number) => number;

/** What a text must have in it to be looked at more closely. */
const SUSPECT = /[%.\u0000-\u001f\u007f-\u009f\ud800-\udfff]|^\/|\/$|\/\//;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const SURROGATES = /[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/**
 * Refuses a pattern that has text which no normal path contains.
 *
 * @param choices the pattern
 * @param written the pattern as it was written, to spell the advice
 * @param edge what is next to the pattern at both its ends
 * @param refuse called at the first such text
 *
 * @example
 * refuseImpossible(choicesOf('my%20page'), 'my%20page', 'boundary', refuse); // write 'my page'
 */
export function refuseImpossible(
  choices: Choices,
  written: string,
  edge: Edge,
  refuse: Refuse,
): void {
  const visit = (choices: Choices, before: Edge, after: Edge): void => {
    for (const sequence of choices) {
      for (const run of runsOf(sequence, before, after)) {
        if (SUSPECT.test(run.value)) checkRun(run, written, refuse);
      }
      for (const [position, node] of sequence.entries()) {
        const inner = node.kind === 'repetition' ? node.node : node;
        if (inner.kind !== 'group' && inner.kind !== 'assertion') continue;
        // What is optional, repeated or only looked for says nothing of where it stands.
        const [from, to]: [Edge, Edge] =
          node.kind === 'group'
            ? [edgeBefore(sequence, position, before), edgeAfter(sequence, position, after)]
            : ['unknown', 'unknown'];
        visit(inner.choices, from, to);
      }
    }
  };
  visit(choices, edge, edge);
}

function* runsOf(sequence: Sequence, before: Edge, after: Edge): Generator<Run, void> {
  let value = '';
  let indices: number[] = [];
  let start = 0;
  for (let position = 0; position <= sequence.length; position++) {
    const node = sequence[position];
    if (node?.kind === 'text') {
      if (value === '') start = position;
      value += node.value;
      // An escaped character is a node apart, so the characters of others stand one by one.
      for (let at = 0; at < node.value.length; at++) indices.push(node.index + at);
      continue;
    }
    if (value === '') continue;
    if (node?.kind === 'repetition' && node.node.kind === 'text' && node.min > 0) {
      // Whatever comes then, the text goes on with the first of them: %20+ starts with %20.
      value += node.node.value;
      indices.push(node.index);
    }
    yield {
      value,
      indices,
      before: edgeBefore(sequence, start, before),
      after: edgeAfter(sequence, position - 1, after),
    };
    value = '';
    indices = [];
  }
}

function edgeBefore(sequence: Sequence, position: number, outer: Edge): Edge {
  if (position === 0) return outer;
  const node = sequence[position - 1];
  if (node.kind === 'text') return node.value.endsWith('/') ? 'boundary' : 'unknown';
  return node.kind === 'assertion' && node.source === '^' ? 'boundary' : 'unknown';
}

function edgeAfter(sequence: Sequence, position: number, outer: Edge): Edge {
  const node = sequence[position + 1];
  if (node === undefined) return outer;
  if (node.kind === 'text') return node.value.startsWith('/') ? 'boundary' : 'unknown';
  return node.kind === 'assertion' && node.source === '$' ? 'boundary' : 'unknown';
}

function checkRun(run: Run, written: string, refuse: Refuse): void {
  const { value, indices } = run;
  const at: At = (position) => indices[position];
  checkControls(value, at, refuse);
  checkPercent(run, written, at, refuse);
  checkSurrogates(run, at, refuse);
  checkSegments(run, at, refuse);
}

function checkControls(value: string, at: At, refuse: Refuse): void {
  const control = value.search(CONTROL);
  if (control === -1) return;
  const problem = 'no path has a control character, so this pattern would never match';
  refuse(at(control), problem, 'leave it out');
}

function checkPercent({ value, after }: Run, written: string, at: At, refuse: Refuse): void {
  for (let index = value.indexOf('%'); index !== -1; index = value.indexOf('%', index + 1)) {
    const digits = value.slice(index + 1, index + 3);
    if (isRest(digits)) continue;
    // What follows the text may complete an escape that its end begins.
    const open = after === 'unknown' && index + 3 > value.length;
    if (open && (digits === '' || digits === '2')) continue;
    if (/^[0-9a-f]{2}$/i.test(digits)) {
      const problem = `paths are decoded before they are matched, so none contains %${digits}`;
      refuse(at(index), problem, spelling(written));
    }
    const problem = 'a percent sign of a path is matched as %25, so this pattern would never match';
    refuse(at(index), problem, 'write %25');
  }
}

/** The pattern with its escapes decoded, as a normal path has them. */
function spelling(written: string): string {
  const decoded = written.replace(ESCAPES, (escapes) => {
    const text = decodePath(escapes);
    return typeof text === 'string' ? text.replace(SYNTAX, '\\$&') : escapes;
  });
  if (CONTROL.test(decoded)) return 'leave it out: no path has a control character';
  if (decoded === written) return 'write the character itself';
  return `write ${quote(decoded)}`;
}

function checkSurrogates({ value, before, after }: Run, at: At, refuse: Refuse): void {
  for (const { 0: unit, index } of value.matchAll(SURROGATES)) {
    const low = unit >= '\udc00';
    // A class next to the text may hold the other half.
    const completed = low
      ? index === 0 && before === 'unknown'
      : index === value.length - 1 && after === 'unknown';
    if (unit.length === 2 || completed) continue;
    const problem = 'no path has half a surrogate pair, so this pattern would never match';
    refuse(at(index), problem, 'write the whole character');
  }
}

function checkSegments({ value, before, after }: Run, at: At, refuse: Refuse): void {
  const segments = value.split('/');
  const end = segments.length - 1;
  let start = 0;
  for (const [number, segment] of segments.entries()) {
    const alone = (number > 0 || before === 'boundary') && (number < end || after === 'boundary');
    if (alone && segment === '' && end > 0) {
      const problem = 'no path has an empty segment, so this pattern would never match';
      if (number === 0) refuse(at(start), problem, 'leave this slash out');
      if (number === end) refuse(at(start - 1), problem, 'leave the slash at the end out');
      refuse(at(start), problem, 'write one slash');
    }
    if (alone && (segment === '.' || segment === '..')) {
      const problem = `no path has the segment ${segment}, so this pattern would never match`;
      refuse(at(start), problem, 'write the path as it is without it');
    }
    start += segment.length + 1;
  }
}
