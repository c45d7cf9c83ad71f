/**
 * The workers' answers. Workers run code and patterns that anyone may have written, so the page
 * validates every answer.
 */
import * as v from 'valibot';
import { ANSWER_LENGTH, LOG_LENGTH, LOGS } from './limits.ts';

const text = v.string();
const line = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

const Request = v.object({ method: text, path: text });

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A range of the source in UTF-16 units, `to` excluded. */
const Spot = v.object({ from: offset, to: offset });

/** One call of the console. */
const Log = v.object({
  level: v.picklist(['debug', 'log', 'info', 'warn', 'error']),
  text: v.pipe(text, v.maxLength(LOG_LENGTH)),
});

/** The calls of the console; missing if there were none. */
export const logs = v.optional(v.pipe(v.array(Log), v.maxLength(LOGS)));

/** A row of the table. */
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

/** A route file generated from PHP. */
const Imported = v.object({
  code: text,
  warnings: v.array(v.object({ line, message: text })),
});

/** An error, and the line of the source that caused it. */
const Failure = v.object({
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
});

/** The answer to a lookup. */
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

const Table = v.object({
  kind: v.literal('table'),
  rows: v.array(Row),
  settings: v.array(v.object({ key: text, value: text })),
  looked: Looked,
  imported: v.nullable(Imported),
  logs,
});

const Finding = v.object({
  level: v.picklist(['error', 'warning', 'unproved']),
  rows: v.array(text),
  message: text,
  witness: v.nullable(Request),
});

/** The results of the checks. */
const Checked = v.object({
  kind: v.literal('checked'),
  findings: v.array(Finding),
  /** For each row, a request that reaches it. */
  examples: v.array(v.nullable(Request)),
});

/** The rows that nearly matched a request, and why they don't match. */
const Explained = v.object({
  kind: v.literal('explained'),
  request: Request,
  reasons: v.array(v.object({ route: text, reason: text })),
});

const Way = v.object({ method: text, path: text, route: v.nullable(text) });

/** The requests that reach an action. */
const Reached = v.object({
  kind: v.literal('reached'),
  action: text,
  ways: v.array(Way),
  unproved: v.array(text),
});

const Answer = v.variant('kind', [Failure, Table]);
const TableAnswer = v.variant('kind', [Failure, Looked, Checked, Explained, Reached]);

export type Failure = v.InferOutput<typeof Failure>;
export type Table = v.InferOutput<typeof Table>;
export type Looked = v.InferOutput<typeof Looked>;
export type Checked = v.InferOutput<typeof Checked>;
export type Explained = v.InferOutput<typeof Explained>;
export type Reached = v.InferOutput<typeof Reached>;
export type Log = v.InferOutput<typeof Log>;
export type Spot = v.InferOutput<typeof Spot>;
export type Row = v.InferOutput<typeof Row>;
export type Finding = v.InferOutput<typeof Finding>;
export type Imported = v.InferOutput<typeof Imported>;
export type RequestLine = v.InferOutput<typeof Request>;
/** The answer to a source. */
export type Answer = v.InferOutput<typeof Answer>;
/** The answer to a question about a table. */
export type TableAnswer = v.InferOutput<typeof TableAnswer>;

/**
 * Reads the answer to a source.
 *
 * @param sent anything
 * @returns `null` if it is not an answer
 */
export function readAnswer(sent: unknown): Answer | null {
  return read(Answer, sent);
}

/**
 * Reads the answer to a question about a table.
 *
 * @param sent anything
 * @returns `null` if it is not an answer
 */
export function readTableAnswer(sent: unknown): TableAnswer | null {
  return read(TableAnswer, sent);
}

function read<Schema extends v.GenericSchema>(
  schema: Schema,
  sent: unknown,
): v.InferOutput<Schema> | null {
  if (typeof sent !== 'string' || sent.length > ANSWER_LENGTH) return null;
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(sent));
    return success ? output : null;
  } catch {
    return null;
  }
}
