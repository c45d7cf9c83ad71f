/** The parts of the benchmark, in the order of the page. */
import type { Part } from './form.ts';
import { fetchPart } from './parts/fetch.ts';
import { first } from './parts/first.ts';
import { hostile } from './parts/hostile.ts';
import { http } from './parts/http.ts';
import { growth, lookup } from './parts/lookup.ts';
import { memory } from './parts/memory.ts';
import { miss } from './parts/miss.ts';
import { response, worker } from './parts/response.ts';
import { start } from './parts/start.ts';
import { tools } from './parts/tools.ts';
import { url } from './parts/url.ts';

/**
 * To add a part, write a module in `parts` that exports a `Part`, and add it here. Code for its own
 * processes goes to `measure`.
 */
export const PARTS: readonly Part[] = [
  lookup,
  growth,
  first,
  memory,
  miss,
  hostile,
  url,
  fetchPart,
  http,
  start,
  response,
  worker,
  tools,
];
