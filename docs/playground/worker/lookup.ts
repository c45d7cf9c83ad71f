/** The program that looks up requests. */
import { createLookup } from './look.ts';
import { serveTable } from './serve-table.ts';
import { tableOf } from './table.ts';

serveTable((data) => {
  const look = createLookup(tableOf(data), data.rows, data.autoRoute);
  return (question) => {
    if (question.kind !== 'look') throw new TypeError(`there is no ${question.kind} here`);
    return look(question);
  };
});
