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
const list = <Item extends v.GenericSchema>(item: Item, most = Number.POSITIVE_INFINITY) =>
  v.pipe(v.array(item), v.maxLength(most), v.readonly());
const atLeast = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const index = atLeast(0);
const line = v.nullable(atLeast(1));
const count = v.pipe(v.number(), v.minValue(0));
const path = short(FIELD_LENGTH);

const Request = v.object({ method: text, path: text });

/** A range of the source in UTF-16 units, `to` excluded. */
const Spot = v.object({ from: index, to: index });

const Log = v.object({
  level: v.picklist(['debug', 'log', 'info', 'warn', 'error']),
  text: short(LOG_LENGTH),
});

/** The calls of the console; missing if there were none. */
const logs = v.optional(list(Log, LOGS));

const Row = v.object({
  route: text,
  method: v.nullable(text),
  pattern: text,
  destination: text,
  name: v.nullable(text),
  /** Whether the row has a handler. */
  handled: v.boolean(),
  /** The number of groups that its pattern captures. */
  groups: index,
  /** The source text that defines its pattern; `null` if unknown. */
  spot: v.optional(v.nullable(Spot), null),
});

const Finding = v.object({
  level: v.picklist(['error', 'warning', 'unproved']),
  rows: list(text),
  message: text,
  /** What to do about it. */
  help: text,
  witness: v.optional(Request),
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
  steps: list(text),
  /** The index of the row that answers; `null` if none does. */
  winner: v.nullable(index),
  /** The number of rows tried, including the one that answers. */
  tried: index,
  /** The indexes of later rows that would have matched. */
  after: list(index),
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
    rows: list(Row),
    settings: list(v.object({ key: text, value: text })),
    looked: Looked,
    /** The route file generated from PHP. */
    imported: v.nullable(
      v.object({ code: text, warnings: list(v.object({ line, message: text })) }),
    ),
    logs,
  }),
  Looked,
  /** The findings, and a request that reaches each row. */
  v.object({
    kind: v.literal('checked'),
    findings: list(Finding),
    examples: list(v.nullable(Request)),
  }),
  /** The rows that nearly matched a request, and why they don't match. */
  v.object({
    kind: v.literal('explained'),
    request: Request,
    reasons: list(v.object({ route: text, reason: text })),
  }),
  /** The requests that reach an action. */
  v.object({
    kind: v.literal('reached'),
    action: text,
    ways: list(v.object({ method: text, path: text, route: v.nullable(text) })),
    unproved: list(text),
  }),
  /** A pattern's parts, requests with the table's answers, and others that nearly match. */
  v.object({
    kind: v.literal('pattern'),
    parts: list(v.object({ text, says: text, depth: v.pipe(count, v.maxValue(300)) })),
    matches: list(v.object({ method: text, path, answer: text, isOwn: v.boolean() }), PATHS),
    near: list(v.object({ method: text, path, why: text }), PATHS),
  }),
  /** The changes and doubts, and the number of those left out. */
  v.object({
    kind: v.literal('compared'),
    alike: v.boolean(),
    changes: list(v.object({ method: text, path: text, before: text, after: text }), CHANGES),
    undecided: list(text, CHANGES),
    more: count,
  }),
  v.object({ kind: v.literal('timed'), nanoseconds: count, lookups: count }),
  v.object({ kind: v.literal('slow'), rows: list(text) }),
  v.object({
    kind: v.literal('response'),
    status: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599)),
    statusText: text,
    headers: list(v.tuple([text, text]), HEADERS),
    body: short(BODY_LENGTH),
    /** Whether the body is cut to {@link BODY_LENGTH}. */
    isCut: v.boolean(),
    /** The destination that a stand-in controller answered; `null` if none did. */
    standIn: v.nullable(text),
    /** Errors that the application reported, such as the one behind a 500. */
    reports: list(short(BODY_LENGTH), REPORTS),
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

/** A source, and the answers about it that its page has from the start. */
export interface Ahead {
  readonly source: string;
  readonly table: Table;
  readonly checked: AnswerOf<'checked'>;
}

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
