/** The suite and the example in a page. */
import { fetch as answer } from '../../docs/example/app.ts';
import { runExample } from './example.ts';
import { runSuite } from './suite.ts';

const example = await runExample(async (method, path) =>
  answer(new Request(new URL(path, 'http://localhost'), { method })),
);
// The suite is last, since it ends with an empty registry, which has no names for the example.
await fetch('/result', { method: 'POST', body: JSON.stringify({ ...runSuite(), example }) });
