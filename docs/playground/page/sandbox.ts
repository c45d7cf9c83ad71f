/** Runs untrusted code in a frame that has no access to the site. */
import html from 'virtual:playground/frame';
import type { Ask, Reply } from '../frame/messages.ts';
import { ANSWER_LENGTH, RUN_TIME } from '../limits.ts';
import { type Language, languageOf, type Question } from '../question.ts';

/** A frame's reply, or `stopped` if there is none in time. */
export type Outcome = Reply | { readonly kind: 'stopped' };

/** The programs, each loaded when it is first needed. */
const PROGRAMS = {
  js: () => import('virtual:playground/worker'),
  php: () => import('virtual:playground/php'),
} satisfies Record<Language, () => Promise<{ default: string }>>;

/**
 * Answers one question at a time, each in a frame of its own. Ending a worker does not interrupt a
 * native call such as `normalize`. Removing its frame does, if the browser gives the frame a process of
 * its own: Chromium ends that process with its last frame.
 */
export class Sandbox {
  private current = new AbortController();

  /**
   * Asks a question, and drops the one before.
   *
   * @param question sent to the program of its language
   * @param before a script that runs before the program
   * @returns `null` if the question was dropped
   */
  async ask(question: Question, before = ''): Promise<Outcome | null> {
    this.close();
    const { signal } = this.current;
    const { default: code } = await PROGRAMS[languageOf(question.source)]();
    const ask = { code: before + code, question, length: ANSWER_LENGTH };
    return signal.aborted ? null : runInFrame(ask, signal);
  }

  /** Aborted once the current question is dropped. */
  get signal(): AbortSignal {
    return this.current.signal;
  }

  /** Drops the current question and ends its code. */
  close(): void {
    this.current.abort();
    this.current = new AbortController();
  }
}

/**
 * Runs a program in a frame of its own, and removes the frame after the first answer.
 *
 * @param signal removes the frame before that
 * @param time how long it may take, in milliseconds
 * @returns `null` if the signal was given
 */
export function runInFrame(
  ask: Ask,
  signal: AbortSignal,
  time = RUN_TIME,
): Promise<Outcome | null> {
  return new Promise((resolve) => {
    const frame = makeFrame();
    const { port1: port, port2 } = new MessageChannel();
    const finish = (outcome: Outcome | null) => {
      clearTimeout(timer);
      port.close();
      frame.remove();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish({ kind: 'stopped' }), time);
    signal.addEventListener('abort', () => finish(null));
    port.onmessage = ({ data }: MessageEvent<Reply>) => finish(data);
    port.postMessage(ask);
    // An opaque origin can't be named. The message is the port alone, and only the frame receives it.
    const connect = () => frame.contentWindow?.postMessage('connect', '*', [port2]);
    frame.addEventListener('load', connect, { once: true });
    document.body.append(frame);
  });
}

/** Its origin is opaque, so it has no access to this page, to storage or to cookies. */
function makeFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'Where the code of the playground runs';
  frame.style.display = 'none';
  frame.srcdoc = html;
  return frame;
}
