/** What the worker answers. It runs code of anyone's, so the page believes nothing else of it. */
import * as v from 'valibot';
import { ANSWER_LENGTH, LOG_LENGTH, LOGS } from './limits.ts';

const text = v.string();
const line = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

const Request = v.object({ method: text, path: text });

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A part of the source, in UTF-16 units: from `from` up to `to`. */
const Spot = v.object({ from: offset, to: offset });

/** One call of the console. */
const Log = v.object({
  level: v.picklist(['debug', 'log', 'info', 'warn', 'error']),
  text: v.pipe(text, v.maxLength(LOG_LENGTH)),
});

/** The calls of the console; missing if there were none. */
export const logs = v.optional(v.pipe(v.array(Log), v.maxLength(LOGS)));

/** A row, and what the request did at it. */
const Row = v.object({
  route: text,
  method: v.nullable(text),
  pattern: text,
  destination: text,
  name: v.nullable(text),
  /** How many groups its pattern captures. */
  groups: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** A request that reaches it. */
  example: v.nullable(Request),
  mark: v.picklist(['matched', 'passed', 'unreached']),
  /** Why it has this mark. */
  why: v.nullable(text),
  /** The text in the source that defines its pattern; `null` if unknown. */
  spot: v.optional(v.nullable(Spot), null),
});

const Finding = v.object({
  level: v.picklist(['error', 'warning', 'unproved']),
  rows: v.array(text),
  message: text,
  witness: v.nullable(Request),
});

const Way = v.object({ method: text, path: text, route: v.nullable(text) });

/** A file that was written from PHP. */
const Imported = v.object({
  code: text,
  warnings: v.array(v.object({ line, message: text })),
});

/** What went wrong, and at which line of the source. */
const Failure = v.object({
  kind: v.literal('failure'),
  message: text,
  line,
  /** The characters that are wrong, if they are known. */
  spot: v.optional(v.nullable(Spot)),
  /** `types` if the source may be TypeScript, and the program can't read it yet. */
  wants: v.optional(v.literal('types')),
  logs,
});

const Table = v.object({
  kind: v.literal('table'),
  rows: v.array(Row),
  settings: v.array(v.object({ key: text, value: text })),
  findings: v.array(Finding),
  /** What the request gets, one sentence, and its path where that was not normal. */
  result: v.object({ status: text, summary: text, path: v.nullable(text), steps: v.array(text) }),
  /** The URL that was built, or why there is none; `null` where no route has a name. */
  url: v.nullable(v.object({ built: v.boolean(), text })),
  /** `null` where no action was named. */
  reach: v.nullable(v.object({ ways: v.array(Way), unproved: v.array(text) })),
  imported: v.nullable(Imported),
  logs,
});

const Answer = v.variant('kind', [Failure, Table]);

export type Failure = v.InferOutput<typeof Failure>;
export type Table = v.InferOutput<typeof Table>;
export type Log = v.InferOutput<typeof Log>;
export type Spot = v.InferOutput<typeof Spot>;
export type Row = v.InferOutput<typeof Row>;
export type Finding = v.InferOutput<typeof Finding>;
export type Imported = v.InferOutput<typeof Imported>;
export type Answer = v.InferOutput<typeof Answer>;

/**
 * Reads an answer.
 *
 * @param sent anything
 * @returns `null` where it is not an answer
 */
export function readAnswer(sent: unknown): Answer | null {
  if (typeof sent !== 'string' || sent.length > ANSWER_LENGTH) return null;
  try {
    const { success, output } = v.safeParse(Answer, JSON.parse(sent));
    return success ? output : null;
  } catch {
    return null;
  }
}
