/** Runs untrusted code in a frame that has no access to the site. */
import html from 'virtual:playground/frame';
import type { Ask, More, Reply } from '../frame/messages.ts';
import { ANSWER_LENGTH, RUN_TIME } from '../limits.ts';
import { languageOf, type Question } from '../question.ts';

/** A frame's reply, or `stopped` if it takes too long. */
export type Outcome = Reply | { readonly kind: 'stopped' };

/** The programs, each loaded on first use. */
export const PROGRAMS = {
  js: () => import('virtual:playground/worker'),
  full: () => import('virtual:playground/full'),
  requests: () => import('virtual:playground/requests'),
  php: () => import('virtual:playground/php'),
};

/** Chooses a source's program. Some of the package's entries are large and rarely imported. */
function programOf(source: string): keyof typeof PROGRAMS {
  const language = languageOf(source);
  if (language !== 'js') return language;
  if (/['"]waymark-tools\/inspect['"]/.test(source)) return 'full';
  return /['"]waymark\/fetch['"]/.test(source) ? 'requests' : 'js';
}

/**
 * Answers one question at a time, each in its own frame. Ending a worker does not interrupt a
 * native call such as `normalize`. Removing its frame does, if the browser gives the frame its own
 * process: Chromium ends a process with its last frame.
 */
export class Sandbox {
  private current = new AbortController();

  /**
   * Asks a question, and drops the previous one.
   *
   * @param question the question; its source decides the program
   * @param before a script that runs before the program
   * @returns `null` if the question was dropped
   */
  async ask(question: Question, before = ''): Promise<Outcome | null> {
    this.close();
    const { signal } = this.current;
    const { default: code } = await PROGRAMS[programOf(question.source)]();
    const ask = { code: before + code, question, length: ANSWER_LENGTH };
    return signal.aborted ? null : runInFrame(ask, signal);
  }

  /** A signal that aborts once the current question is dropped. */
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
 * Runs a program in its own frame, and removes the frame after the first answer.
 *
 * @param ask the program and the question
 * @param signal removes the frame early
 * @param time the time limit, in milliseconds
 * @returns `null` if the signal is aborted
 */
export async function runInFrame(
  ask: Ask,
  signal: AbortSignal,
  time = RUN_TIME,
): Promise<Outcome | null> {
  const title = 'Where the code of the playground runs';
  const worker = new FramedWorker(title, ask);
  const abort = () => worker.close();
  signal.addEventListener('abort', abort);
  try {
    return await worker.reply(time);
  } finally {
    signal.removeEventListener('abort', abort);
    worker.close();
  }
}

/** A worker in its own frame. */
export class FramedWorker {
  private readonly frame: HTMLIFrameElement;
  private readonly port: MessagePort;
  private finish: ((outcome: Outcome | null) => void) | undefined;

  /**
   * @param title the frame's title
   * @param ask the program and the first question
   */
  constructor(title: string, ask: Ask) {
    this.frame = makeFrame(title);
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent<Reply>) => this.finish?.(data);
    port1.postMessage(ask);
    // An opaque origin can't be a target. Only this frame receives the message, a port.
    const connect = () => this.frame.contentWindow?.postMessage('connect', '*', [port2]);
    this.frame.addEventListener('load', connect, { once: true });
    document.body.append(this.frame);
  }

  /** Asks a further question. */
  ask(more: More): void {
    this.port.postMessage(more);
  }

  /**
   * Waits for the next reply.
   *
   * @param time the time limit, in milliseconds
   * @returns `null` if the worker was closed
   */
  reply(time: number): Promise<Outcome | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.finish?.({ kind: 'stopped' }), time);
      this.finish = (outcome) => {
        clearTimeout(timer);
        this.finish = undefined;
        resolve(outcome);
      };
    });
  }

  /** Removes the frame, which ends the worker. */
  close(): void {
    this.finish?.(null);
    this.port.close();
    this.frame.remove();
  }
}

/** Creates a frame. Its origin is opaque, so it can't access this page, storage or cookies. */
function makeFrame(title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = title;
  frame.style.display = 'none';
  frame.srcdoc = html;
  return frame;
}
