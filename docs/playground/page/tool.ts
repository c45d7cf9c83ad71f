/** Asks the tools, whose programs are loaded on first use. */
import { onBeforeUnmount, type ShallowRef, shallowRef } from 'vue';
import type { Table } from '../answer.ts';
import { ANSWER_LENGTH, RUN_TIME } from '../limits.ts';
import {
  type AnswerOf,
  type Entries,
  readToolAnswer,
  type SendQuestion,
  type ToolAnswer,
  type ToolQuestion,
} from '../tools.ts';
import { loadTypes, typesScript } from './ask.ts';
import { type Outcome, runInFrame } from './sandbox.ts';
import { announce } from './spoken.ts';

/** The programs, with their time limits in milliseconds. */
const PROGRAMS = {
  tools: { load: () => import('virtual:playground/tools'), time: RUN_TIME },
  send: { load: () => import('virtual:playground/send'), time: RUN_TIME },
} as const;

/** A tool that answers the last question. */
export interface Tool<Kind extends ToolAnswer['kind']> {
  /** `null` before the first answer. */
  readonly answer: ShallowRef<AnswerOf<Kind> | null>;
  /** The reason for a missing answer; `''` if there is one. */
  readonly problem: ShallowRef<string>;
  readonly busy: ShallowRef<boolean>;
  /** Asks a question, and drops the previous one. */
  ask(question: ToolQuestion | SendQuestion): Promise<void>;
  /** Drops the question and the answer. */
  clear(): void;
}

/**
 * Creates a tool that ends with its component.
 *
 * @param program the program that answers
 * @param kind the kind of its answers
 */
export function useTool<Kind extends ToolAnswer['kind']>(
  program: keyof typeof PROGRAMS,
  kind: Kind,
): Tool<Kind> {
  // The cast: Vue's types unwrap a type that may be a ref.
  const answer = shallowRef(null) as ShallowRef<AnswerOf<Kind> | null>;
  const problem = shallowRef('');
  const busy = shallowRef(false);
  let current = new AbortController();

  function drop(): AbortSignal {
    current.abort();
    current = new AbortController();
    busy.value = false;
    return current.signal;
  }
  function show(found: AnswerOf<Kind> | null, why = ''): void {
    answer.value = found;
    problem.value = why;
    busy.value = false;
    if (found !== null || why !== '') announce(why === '' ? 'The tool has answered' : why);
  }
  onBeforeUnmount(drop);

  /** Runs the program. If it needs the type remover, loads that and runs it again. */
  async function run(
    question: ToolQuestion | SendQuestion,
    signal: AbortSignal,
  ): Promise<Outcome | null> {
    const { load, time } = PROGRAMS[program];
    const { default: script } = await load();
    const types = typesScript();
    const code = program === 'send' ? types + script : script;
    if (signal.aborted) return null;
    const outcome = await runInFrame({ code, question, length: ANSWER_LENGTH }, signal, time);
    const answer = outcome?.kind === 'answer' ? readToolAnswer(outcome.answer) : null;
    const wants = answer?.kind === 'failure' ? answer.wants : undefined;
    if (wants === undefined || types !== '') return outcome;
    await loadTypes();
    return run(question, signal);
  }

  return {
    answer,
    problem,
    busy,
    async ask(question) {
      const signal = drop();
      busy.value = true;
      try {
        const outcome = await run(question, signal);
        if (outcome === null) return;
        if (outcome.kind === 'stopped') {
          return show(null, `Stopped after ${PROGRAMS[program].time / 1000} seconds.`);
        }
        const read = readToolAnswer(outcome.answer);
        if (isOf(read, kind)) show(read);
        else show(null, read?.kind === 'failure' ? read.message : 'There was no answer.');
      } catch {
        if (!signal.aborted) show(null, 'This tool could not be loaded. Reload the page.');
      }
    },
    clear() {
      drop();
      show(null);
    },
  };
}

function isOf<Kind extends ToolAnswer['kind']>(
  answer: ToolAnswer | null,
  kind: Kind,
): answer is AnswerOf<Kind> {
  return answer?.kind === kind;
}

/** Returns the keys and destinations of a table, including its settings. */
export function entriesOf({ rows, settings }: Pick<Table, 'rows' | 'settings'>): Entries {
  return [
    ...settings.map(({ key, value }): [string, string] => [key, value]),
    ...rows.map(({ route, destination }): [string, string] => [route, destination]),
  ];
}
