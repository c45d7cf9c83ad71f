/** Makes a module of a source, which may be JavaScript, TypeScript or JSON. */
import type { Node, Program } from 'acorn';
import { isObject } from '../question.ts';
import { Stop } from './fail.ts';
import { lineAt, parseJson, parseModule, stopAt } from './syntax.ts';

/** Removes types, and keeps every line in its place. `types.ts` sets it, in front of the program. */
export type RemoveTypes = (code: string) => string;

/** A source that can run. */
export interface Module {
  /** JavaScript; every line is that of the source. */
  readonly code: string;
  readonly program: Program;
  /** The syntax of the source, or of what it is without its types. */
  readonly tree: Node;
  /** The text that the tree was read from. */
  readonly text: string;
}

// Read before the global is deleted. The cast: nothing else sets it before a source runs.
const removeTypes = Reflect.get(globalThis, 'removeTypes') as RemoveTypes | undefined;

/**
 * Reads a source.
 *
 * @param source what was entered
 * @throws {Stop} if its syntax is wrong
 */
export function readSource(source: string): Module {
  if (isObject(source)) {
    const tree = parseJson(source);
    const code = `export default JSON.parse(${JSON.stringify(source)});`;
    return { code, program: parseModule(code), tree, text: source };
  }
  try {
    const program = parseModule(source);
    return { code: source, program, tree: program, text: source };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (removeTypes !== undefined) return readTypes(source, error, removeTypes);
    throw new Stop(error.message, error.line, error.spot, 'types');
  }
}

/** Reads TypeScript. If it is wrong too, the error that is further down counts. */
function readTypes(source: string, first: Stop, remove: RemoveTypes): Module {
  let code: string;
  try {
    code = remove(source);
  } catch (error) {
    const { message, pos } = Object(error);
    if (!(error instanceof SyntaxError) || !(Number(pos) > (first.spot?.from ?? 0))) throw first;
    throw stopAt(source, String(message), Number(pos));
  }
  try {
    const program = parseModule(code);
    return { code, program, tree: program, text: code };
  } catch (error) {
    // Its columns are those of the code without types.
    if (error instanceof Stop && (error.line ?? 0) > lineAt(source, first.spot?.from ?? 0)) {
      throw new Stop(error.message, error.line);
    }
    throw first;
  }
}
