/** The question of the page, which a link also contains. */
import * as v from 'valibot';
import { FIELD_LENGTH, PARAMS, SOURCE_LENGTH } from './limits.ts';

const field = v.pipe(v.string(), v.maxLength(FIELD_LENGTH));

/** Everything that a visitor can enter. */
export const Question = v.object({
  source: v.pipe(v.string(), v.maxLength(SOURCE_LENGTH)),
  /** The router's `autoRoute` option. */
  autoRoute: v.boolean(),
  method: field,
  path: field,
  /** The named route whose URL is built; `''` for the first. */
  name: field,
  params: v.pipe(v.array(field), v.maxLength(PARAMS)),
  /** The action to find requests for; `''` for none. */
  action: field,
});

export type Question = v.InferOutput<typeof Question>;

/** The program that reads a source. */
export type Language = 'js' | 'php';

/** The start of a PHP route file that was copied without its tag, comments included. */
const WITHOUT_TAG =
  /^(?:\s|\/\/.*\n|#.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:\$route\s*\[|Route::|defined\s*\(\s*['"]BASEPATH)/;

/**
 * Returns the program for a source. PHP starts with its tag, or with a call or assignment that is
 * an error in JavaScript.
 *
 * @example
 * languageOf("<?php $route['a'] = 'b';"); // 'php'
 * languageOf("$route['a'] = 'b';"); // 'php'
 */
export function languageOf(source: string): Language {
  return /^\s*<\?/.test(source) || WITHOUT_TAG.test(source) ? 'php' : 'js';
}

/**
 * Returns the display name of a source's language.
 *
 * @example
 * nameOf('{ "a": "b" }'); // 'JSON'
 */
export function nameOf(source: string): string {
  if (languageOf(source) === 'php') return 'PHP';
  return isObject(source) ? 'JSON' : 'JavaScript or TypeScript';
}

/**
 * Whether a source is meant to be JSON. JavaScript that starts with an empty object, or with a
 * brace and a string, would define no routes.
 */
export function isObject(source: string): boolean {
  return /^\s*\{\s*["}]/.test(source);
}
