/** What the page asks, and what a link holds. */
import * as v from 'valibot';
import { FIELD_LENGTH, PARAMS, SOURCE_LENGTH } from './limits.ts';

const field = v.pipe(v.string(), v.maxLength(FIELD_LENGTH));

/** Everything that a visitor can enter. */
export const Question = v.object({
  source: v.pipe(v.string(), v.maxLength(SOURCE_LENGTH)),
  /** Whether the router is made with `autoRoute`. */
  autoRoute: v.boolean(),
  method: field,
  path: field,
  /** The named route whose URL is built; `''` for the first. */
  name: field,
  params: v.pipe(v.array(field), v.maxLength(PARAMS)),
  /** The action whose requests are looked for; `''` for none. */
  action: field,
});

export type Question = v.InferOutput<typeof Question>;

/** The program that reads a source. */
export type Language = 'js' | 'php';

/** Comments, then what a route file of PHP starts with if somebody copied it without its tag. */
const WITHOUT_TAG =
  /^(?:\s|\/\/.*\n|#.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:\$route\s*\[|Route::|defined\s*\(\s*['"]BASEPATH)/;

/**
 * The program that reads a source: PHP starts with its tag, or with a call or an assignment that would
 * be an error in JavaScript.
 *
 * @example
 * languageOf("<?php $route['a'] = 'b';"); // 'php'
 * languageOf("$route['a'] = 'b';"); // 'php'
 */
export function languageOf(source: string): Language {
  return /^\s*<\?/.test(source) || WITHOUT_TAG.test(source) ? 'php' : 'js';
}

/**
 * The name of the language that a source is written in, for people.
 *
 * @example
 * nameOf('{ "a": "b" }'); // 'JSON'
 */
export function nameOf(source: string): string {
  if (languageOf(source) === 'php') return 'PHP';
  return isObject(source) ? 'JSON' : 'JavaScript or TypeScript';
}

/**
 * Whether a source is meant as JSON. JavaScript that starts with a brace and a string, or with an
 * empty object, would define no routes.
 */
export function isObject(source: string): boolean {
  return /^\s*\{\s*["}]/.test(source);
}
