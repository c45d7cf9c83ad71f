/** Takes away what the code of a source could flood the frame with, whose thread ends the worker. */
import type { Answer } from '../answer.ts';

/**
 * Takes away messages, what is logged, and workers that could do either. It is not what keeps the
 * code in: that is the frame's policy.
 *
 * @returns sends the first answer that it is given
 */
export function isolate(): (answer: Answer) => void {
  const post = postMessage;
  const silent = Object.fromEntries(Object.keys(console).map((name) => [name, () => {}]));
  for (const name of ['postMessage', 'Worker', 'console']) Reflect.deleteProperty(globalThis, name);
  Reflect.set(globalThis, 'console', silent);
  let sent = false;
  return (answer) => {
    if (!sent) post(JSON.stringify(answer));
    sent = true;
  };
}
