/** Turns a JavaScript, TypeScript or JSON source into a module. */
import type { Node, Program } from 'acorn';
import { isObject } from '../question.ts';
import { Stop } from './fail.ts';
import { lineAt, parseJson, parseModule, stopAt } from './syntax.ts';

/** Removes types and keeps line numbers. `types.ts` sets it before the program runs. */
export type RemoveTypes = (code: string) => string;

/** A source that can run. */
export interface Module {
  /** JavaScript with the source's line numbers. */
  readonly code: string;
  readonly program: Program;
  /** The syntax tree of the source, or of the source without its types. */
  readonly tree: Node;
  /** The text that the tree was parsed from. */
  readonly text: string;
}

// Read before the global is deleted. The cast: only `types.ts` sets it before a source runs.
const removeTypes = Reflect.get(globalThis, 'removeTypes') as RemoveTypes | undefined;

/**
 * Reads a source.
 *
 * @param source the entered source
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

/** Reads TypeScript. If that fails too, throws the error that is further down. */
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
    // Without the spot, whose columns belong to the code without types.
    if (error instanceof Stop && (error.line ?? 0) > lineAt(source, first.spot?.from ?? 0)) {
      throw new Stop(error.message, error.line);
    }
    throw first;
  }
}
