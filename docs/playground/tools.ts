/** The questions and answers of the tools below the table. */
import * as v from 'valibot';
import { logs } from './answer.ts';
import { ANSWER_LENGTH, FIELD_LENGTH } from './limits.ts';
import type { Question } from './question.ts';

/** The keys and destinations of a table, settings included. */
export type Entries = readonly (readonly [key: string, destination: string])[];

/** A question to one of the tools. */
export type ToolQuestion =
  /** Explains the pattern of a row. */
  | { readonly kind: 'pattern'; readonly entries: Entries; readonly row: string }
  /** Compares two tables. */
  | {
      readonly kind: 'compare';
      readonly before: Entries;
      readonly after: Entries;
      readonly autoRoute: boolean;
    }
  /** Times a lookup. */
  | ({ readonly kind: 'time'; readonly entries: Entries } & Asked)
  /** Finds the rows that may be slow. */
  | { readonly kind: 'slow'; readonly entries: Entries };

type Asked = Pick<Question, 'autoRoute' | 'method' | 'path'>;

/** A request to send to a source's handlers. */
export type SendQuestion = Pick<Question, 'source'> &
  Asked & {
    readonly body: string;
    /** The body's content type. */
    readonly type: string;
  };

/** The longest body that is sent or shown, in UTF-16 units. */
export const BODY_LENGTH = 20_000;

/** The most changes, and the most unproved pairs of rows, that a comparison shows. */
export const CHANGES = 50;

/** The most paths of each kind. */
export const PATHS = 5;

const text = v.string();
const path = v.pipe(text, v.maxLength(FIELD_LENGTH));
const count = v.pipe(v.number(), v.minValue(0));
const few = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item), v.maxLength(most));

const Failure = v.object({
  kind: v.literal('failure'),
  message: text,
  /** `types` if the source may be TypeScript and the type remover is not loaded yet. */
  wants: v.optional(v.literal('types')),
});

const Pattern = v.object({
  kind: v.literal('pattern'),
  parts: v.array(v.object({ text, says: text, depth: v.pipe(count, v.maxValue(300)) })),
  /** Requests whose path it matches, and the table's answers. */
  matches: few(v.object({ method: text, path, answer: text, isOwn: v.boolean() }), PATHS),
  /** Requests that it nearly matches, and why it doesn't. */
  near: few(v.object({ method: text, path, why: text }), PATHS),
});

const Compared = v.object({
  kind: v.literal('compared'),
  alike: v.boolean(),
  changes: few(v.object({ method: text, path: text, before: text, after: text }), CHANGES),
  undecided: few(text, CHANGES),
  /** The number of changes and unproved pairs of rows left out. */
  more: count,
});

const Timed = v.object({ kind: v.literal('timed'), nanoseconds: count, lookups: count });

const Slow = v.object({ kind: v.literal('slow'), rows: v.array(text) });

const Response = v.object({
  kind: v.literal('response'),
  status: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599)),
  statusText: text,
  headers: few(v.tuple([text, text]), 100),
  body: v.pipe(text, v.maxLength(BODY_LENGTH)),
  /** Whether the body is cut to {@link BODY_LENGTH}. */
  isCut: v.boolean(),
  /** The destination that a stand-in controller answered; `null` if none did. */
  standIn: v.nullable(text),
  /** Errors that the application reported, such as the one behind a 500. */
  reports: few(v.pipe(text, v.maxLength(BODY_LENGTH)), 20),
  logs,
});

const ToolAnswer = v.variant('kind', [Failure, Pattern, Compared, Timed, Slow, Response]);

export type ToolAnswer = v.InferOutput<typeof ToolAnswer>;

/** The answer of one kind. */
export type AnswerOf<Kind extends ToolAnswer['kind']> = Extract<ToolAnswer, { kind: Kind }>;

/**
 * Reads a tool's answer.
 *
 * @param sent anything
 * @returns `null` if it is not an answer
 */
export function readToolAnswer(sent: unknown): ToolAnswer | null {
  if (typeof sent !== 'string' || sent.length > ANSWER_LENGTH) return null;
  try {
    const { success, output } = v.safeParse(ToolAnswer, JSON.parse(sent));
    return success ? output : null;
  } catch {
    return null;
  }
}
