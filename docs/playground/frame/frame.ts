/**
 * The script of the sandboxed frame. It starts a worker, passes it the page's questions and returns
 * its answers. None of the visitor's code runs in the frame itself. Removing the frame ends both.
 */
import type { Ask, More, Reply } from './messages.ts';

addEventListener('message', function connect(event) {
  const [port] = event.ports;
  // Any window with a reference to this one can send it a message.
  if (event.source !== parent || port === undefined) return;
  removeEventListener('message', connect);
  port.onmessage = ({ data }: MessageEvent<Ask>) => {
    const worker = start(port, data);
    port.onmessage = ({ data: { question } }: MessageEvent<More>) => worker.postMessage(question);
  };
});

/** Starts the worker and asks it the first question. */
function start(port: MessagePort, { code, question, length }: Ask): Worker {
  const reply = (message: Reply) => port.postMessage(message);
  const blob = new Blob([code], { type: 'text/javascript' });
  const worker = new Worker(URL.createObjectURL(blob));
  worker.onmessage = ({ data }) => {
    const read = typeof data === 'string' && data.length <= length;
    reply(read ? { kind: 'answer', answer: data } : BROKEN);
  };
  worker.onmessageerror = () => reply(BROKEN);
  worker.onerror = (event) => {
    event.preventDefault();
    reply(BROKEN);
  };
  worker.postMessage(question);
  return worker;
}

const BROKEN: Reply = { kind: 'broken', answer: '' };
