/**
 * The workers' answers. Workers run code and patterns that anyone may have written, so the page
 * validates every answer.
 */
import * as v from 'valibot';
import {
  ANSWER_LENGTH,
  BODY_LENGTH,
  CHANGES,
  FIELD_LENGTH,
  HEADERS,
  LOG_LENGTH,
  LOGS,
  PATHS,
  REPORTS,
} from './limits.ts';

const text = v.string();
const short = (length: number) => v.pipe(text, v.maxLength(length));
const few = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item), v.maxLength(most));
const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));
const count = v.pipe(v.number(), v.minValue(0));
const path = short(FIELD_LENGTH);

const Request = v.object({ method: text, path: text });

/** A range of the source in UTF-16 units, `to` excluded. */
const Spot = v.object({ from: offset, to: offset });

const Log = v.object({
  level: v.picklist(['debug', 'log', 'info', 'warn', 'error']),
  text: short(LOG_LENGTH),
});

/** The calls of the console; missing if there were none. */
const logs = v.optional(few(Log, LOGS));

const Row = v.object({
  route: text,
  method: v.nullable(text),
  pattern: text,
  destination: text,
  name: v.nullable(text),
  /** Whether the row has a handler. */
  handled: v.boolean(),
  /** The number of groups that its pattern captures. */
  groups: offset,
  /** The source text that defines its pattern; `null` if unknown. */
  spot: v.optional(v.nullable(Spot), null),
});

const Finding = v.object({
  level: v.picklist(['error', 'warning', 'unproved']),
  rows: v.array(text),
  message: text,
  witness: v.nullable(Request),
});

/** The answer to a request. */
const Looked = v.object({
  kind: v.literal('looked'),
  request: Request,
  status: text,
  /** One sentence. */
  summary: text,
  /** The normalised path; `null` for a bad request. */
  path: v.nullable(text),
  /** The steps that normalised the path. */
  steps: v.array(text),
  /** The index of the row that answers; `null` if none does. */
  winner: v.nullable(offset),
  /** The number of rows tried, including the one that answers. */
  tried: offset,
  /** The indexes of later rows that would have matched. */
  after: v.array(offset),
  /** The URL, or the reason it can't be built; `null` if no route has a name. */
  url: v.nullable(v.object({ built: v.boolean(), text })),
});

const Answer = v.variant('kind', [
  /** An error, and the line of the source that caused it. */
  v.object({
    kind: v.literal('failure'),
    message: text,
    line,
    /** The wrong characters, if known. */
    spot: v.optional(v.nullable(Spot)),
    /** The error's page in the documentation, if the error is waymark's. */
    code: v.optional(v.pipe(text, v.regex(/^[a-z]+-[a-z]+$/))),
    /** `types` if the source may be TypeScript and the type remover is not loaded yet. */
    wants: v.optional(v.literal('types')),
    logs,
  }),
  v.object({
    kind: v.literal('table'),
    rows: v.array(Row),
    settings: v.array(v.object({ key: text, value: text })),
    looked: Looked,
    /** The route file generated from PHP. */
    imported: v.nullable(
      v.object({ code: text, warnings: v.array(v.object({ line, message: text })) }),
    ),
    logs,
  }),
  Looked,
  v.object({
    kind: v.literal('checked'),
    findings: v.array(Finding),
    /** For each row, a request that reaches it. */
    examples: v.array(v.nullable(Request)),
  }),
  /** The rows that nearly matched a request, and why they don't match. */
  v.object({
    kind: v.literal('explained'),
    request: Request,
    reasons: v.array(v.object({ route: text, reason: text })),
  }),
  /** The requests that reach an action. */
  v.object({
    kind: v.literal('reached'),
    action: text,
    ways: v.array(v.object({ method: text, path: text, route: v.nullable(text) })),
    unproved: v.array(text),
  }),
  v.object({
    kind: v.literal('pattern'),
    parts: v.array(v.object({ text, says: text, depth: v.pipe(count, v.maxValue(300)) })),
    /** Requests whose path it matches, and the table's answers. */
    matches: few(v.object({ method: text, path, answer: text, isOwn: v.boolean() }), PATHS),
    /** Requests that it nearly matches, and why it doesn't. */
    near: few(v.object({ method: text, path, why: text }), PATHS),
  }),
  v.object({
    kind: v.literal('compared'),
    alike: v.boolean(),
    changes: few(v.object({ method: text, path: text, before: text, after: text }), CHANGES),
    undecided: few(text, CHANGES),
    /** The number of changes and unproved pairs of rows left out. */
    more: count,
  }),
  v.object({ kind: v.literal('timed'), nanoseconds: count, lookups: count }),
  v.object({ kind: v.literal('slow'), rows: v.array(text) }),
  v.object({
    kind: v.literal('response'),
    status: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599)),
    statusText: text,
    headers: few(v.tuple([text, text]), HEADERS),
    body: short(BODY_LENGTH),
    /** Whether the body is cut to {@link BODY_LENGTH}. */
    isCut: v.boolean(),
    /** The destination that a stand-in controller answered; `null` if none did. */
    standIn: v.nullable(text),
    /** Errors that the application reported, such as the one behind a 500. */
    reports: few(short(BODY_LENGTH), REPORTS),
    logs,
  }),
]);

export type Answer = v.InferOutput<typeof Answer>;
/** The answer of one kind. */
export type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>;
export type Failure = AnswerOf<'failure'>;
export type Table = AnswerOf<'table'>;
export type Looked = AnswerOf<'looked'>;
export type Log = v.InferOutput<typeof Log>;
export type Spot = v.InferOutput<typeof Spot>;
export type Row = v.InferOutput<typeof Row>;
export type Finding = v.InferOutput<typeof Finding>;

/**
 * Reads an answer.
 *
 * @param sent anything
 * @returns `null` if it is not an answer
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
