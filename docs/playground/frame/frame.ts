/**
 * The script of the sandboxed frame. It starts a worker, passes it the page's questions and returns
 * its answers. None of the visitor's code runs in the frame itself. Removing the frame ends both.
 */
import { ANSWER_LENGTH } from '../limits.ts';

addEventListener('message', function connect(event) {
  const [port] = event.ports;
  // Any window with a reference to this one can send it a message.
  if (event.source !== parent || port === undefined) return;
  removeEventListener('message', connect);
  // The first message is the worker's script, and each later one a question.
  port.onmessage = ({ data: code }: MessageEvent<string>) => {
    const blob = new Blob([code], { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(blob));
    // Untrusted: the code in the worker may have written the answer. Failures answer `''`.
    const reply = (answer: unknown) =>
      port.postMessage(typeof answer === 'string' && answer.length <= ANSWER_LENGTH ? answer : '');
    worker.onmessage = ({ data }) => reply(data);
    worker.onmessageerror = () => reply('');
    worker.onerror = (failure) => {
      failure.preventDefault();
      reply('');
    };
    port.onmessage = ({ data: question }) => worker.postMessage(question);
  };
});
