/** Runs the suite and the example in a page. */
import { fetch as answer } from '../../docs/example/app.ts';
import { runExample } from './example.ts';
import { runSuite } from './suite.ts';

const example = await runExample(async (method, path) =>
  answer(new Request(new URL(path, 'http://localhost'), { method })),
);
// The suite comes last: it leaves an empty registry, without the example's names.
await fetch('/result', { method: 'POST', body: JSON.stringify({ ...runSuite(), example }) });
