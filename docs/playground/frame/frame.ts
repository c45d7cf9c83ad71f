/**
 * The script of the sandboxed frame: it starts a worker for each question, passes its first answer on
 * and ends it. No code of the visitor's runs in the frame itself.
 */
import type { Ask, Load, Reply } from './messages.ts';

const programs = new Map<string, string>();
let end = () => {};

addEventListener('message', function connect(event) {
  const [port] = event.ports;
  // Any window may send a message to any other that it can name.
  if (event.source !== parent || port === undefined) return;
  removeEventListener('message', connect);
  port.onmessage = ({ data }: MessageEvent<Load | Ask>) => {
    if (data.kind === 'load') {
      const blob = new Blob([data.code], { type: 'text/javascript' });
      programs.set(data.program, URL.createObjectURL(blob));
    } else ask(port, data);
  };
});

function ask(port: MessagePort, { id, program, question, time, length }: Ask): void {
  end();
  const worker = new Worker(programs.get(program) ?? '');
  const timer = setTimeout(() => finish('stopped'), time);
  let ended = false;
  const stop = () => {
    ended = true;
    clearTimeout(timer);
    worker.terminate();
  };
  end = stop;
  const finish = (kind: Reply['kind'], answer = '') => {
    // What a worker had on its way arrives after its end.
    if (ended) return;
    stop();
    port.postMessage({ id, kind, answer } satisfies Reply);
  };
  worker.onmessage = ({ data }) => {
    const read = typeof data === 'string' && data.length <= length;
    finish(read ? 'answer' : 'broken', read ? data : '');
  };
  worker.onmessageerror = () => finish('broken');
  worker.onerror = (event) => {
    event.preventDefault();
    finish('broken');
  };
  worker.postMessage(question);
}
