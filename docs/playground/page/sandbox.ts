/** Runs code of anyone's in a frame that has no access to the site. */
import html from 'virtual:playground/frame';
import type { Ask, Load, Reply } from '../frame/messages.ts';
import { ANSWER_LENGTH, GRACE, RUN_TIME } from '../limits.ts';
import { type Language, languageOf, type Question } from '../question.ts';

/** What became of a question; `null` where another took its place. */
export type Outcome = Pick<Reply, 'kind' | 'answer'> | null;

/** The programs, each loaded when it is first needed. */
const PROGRAMS = {
  js: () => import('virtual:playground/worker'),
  php: () => import('virtual:playground/php'),
} satisfies Record<Language, () => Promise<{ default: string }>>;

/** A frame, what it has been given, and how to talk to it. */
interface Frame {
  readonly element: HTMLIFrameElement;
  readonly port: MessagePort;
  readonly loaded: Set<string>;
}

/** A frame, and the question that it is at. */
export class Sandbox {
  private frame: Promise<Frame> | null = null;
  private last = 0;
  private settle: (outcome: Outcome) => void = () => {};

  /**
   * Asks. The question before is dropped, and what it runs is ended.
   *
   * @param question what the program is sent
   */
  async ask(question: Question): Promise<Outcome> {
    const id = ++this.last;
    this.settle(null);
    const program = languageOf(question.source);
    const { default: code } = await PROGRAMS[program]();
    this.frame ??= openFrame();
    const { port, loaded } = await this.frame;
    if (id !== this.last) return null;
    if (!loaded.has(program)) post(port, { kind: 'load', program, code });
    loaded.add(program);
    return new Promise((resolve) => {
      // A frame that is kept busy, or has crashed, ends nothing by itself.
      const timer = setTimeout(() => {
        this.close();
        this.settle({ kind: 'stopped', answer: '' });
      }, RUN_TIME + GRACE);
      this.settle = (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      port.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.id === id) this.settle(data);
      };
      const [time, length] = [RUN_TIME, ANSWER_LENGTH];
      post(port, { kind: 'ask', id, program, question, time, length });
    });
  }

  /** Ends everything; the next question gets a new frame. */
  close(): void {
    this.frame?.then(({ element, port }) => {
      port.close();
      element.remove();
    });
    this.frame = null;
  }
}

function post(port: MessagePort, message: Load | Ask): void {
  port.postMessage(message);
}

/** Its origin is opaque, so it has no access to this page, to storage or to cookies. */
async function openFrame(): Promise<Frame> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.title = 'Where the code of the playground runs';
  element.style.display = 'none';
  element.srcdoc = html;
  await new Promise((resolve) => {
    element.addEventListener('load', resolve, { once: true });
    document.body.append(element);
  });
  const { port1, port2 } = new MessageChannel();
  // An opaque origin can't be named; what is sent is the port alone, and nobody else is there.
  element.contentWindow?.postMessage('connect', '*', [port2]);
  return { element, port: port1, loaded: new Set() };
}
