/** The content of a written file, without comments and layout. */
import { Text } from '../php/values.ts';
import { constantCode } from './code.ts';

/** The content of a written file, in order: plain data that can be compared as JSON. */
export interface Content {
  /** The constants that it declares, by JavaScript name. */
  readonly constants: readonly string[];
  readonly calls: readonly Call[];
  readonly rows: readonly (readonly [key: Value, to: Value])[];
}

export interface Call {
  readonly method: string;
  readonly args: readonly Argument[];
}

/** An argument of a call, or the value of an option. */
export type Argument =
  | Value
  | { readonly options: readonly (readonly [name: string, value: Argument])[] }
  | { readonly nested: readonly Call[] };

/** A literal. A text that contains constants or names of routes is a list of its parts. */
export type Value = string | number | boolean | readonly Part[];

/** A part of a text: fixed text, a constant by its JavaScript name, or a named route. */
export type Part = string | { readonly constant: string } | { readonly named: string };

/** The content of a value. */
export function contentOf(value: string | number | boolean | Text): Value {
  if (!(value instanceof Text)) return value;
  return textOf(
    value.parts.map((part) =>
      typeof part === 'string' || part.constant === undefined
        ? part
        : { constant: constantCode(part.constant) },
    ),
  );
}

/** Normalises a text: fixed parts are joined, and a text without other parts becomes a string. */
export function textOf(parts: readonly Part[]): Value {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined.every((part) => typeof part === 'string') ? joined.join('') : joined;
}
