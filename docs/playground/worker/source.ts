/** Parses a JavaScript, TypeScript or JSON source. */
import { type Node, type Options, type Program, parse, parseExpressionAt } from 'acorn';
import { languageOf } from '../question.ts';
import { Stop } from './fail.ts';

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

/** Removes types and keeps line numbers. `types.ts` sets it before the program runs. */
export type RemoveTypes = (code: string) => string;

// Read before the global is deleted. The cast: only `types.ts` sets it before a source runs.
const removeTypes = Reflect.get(globalThis, 'removeTypes') as RemoveTypes | undefined;

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowHashBang: true,
  locations: true,
};

/**
 * Reads a source.
 *
 * @throws {Stop} if its syntax is wrong
 */
export function readSource(source: string): Module {
  if (languageOf(source) === 'json') {
    const tree = parseJson(source);
    const code = `export default JSON.parse(${JSON.stringify(source)});`;
    return { code, program: parse(code, OPTIONS), tree, text: source };
  }
  try {
    return readModule(source);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (removeTypes !== undefined) return readTypes(source, error, removeTypes);
    throw new Stop(error.message, error.line, { ...error.more, wants: 'types' });
  }
}

function readModule(code: string): Module {
  const program = locating(code, () => parse(code, OPTIONS));
  return { code, program, tree: program, text: code };
}

/** Reads TypeScript. If that fails too, throws the error that is further down. */
function readTypes(source: string, first: Stop, remove: RemoveTypes): Module {
  const start = first.more.spot?.from ?? 0;
  let code: string;
  try {
    code = remove(source);
  } catch (error) {
    const { message, pos } = Object(error);
    if (!(error instanceof SyntaxError) || !(Number(pos) > start)) throw first;
    throw stopAt(source, String(message), Number(pos));
  }
  try {
    return readModule(code);
  } catch (error) {
    // Without the spot, whose columns belong to the code without types.
    if (error instanceof Stop && (error.line ?? 0) > lineAt(source, start)) {
      throw new Stop(error.message, error.line);
    }
    throw first;
  }
}

function parseJson(source: string): Node {
  const tree = locating(source, () => parseExpressionAt(source, 0, OPTIONS));
  try {
    JSON.parse(source);
  } catch (error) {
    const { message } = Object(error);
    const at = /position (\d+)/.exec(message)?.[1];
    if (at === undefined) throw new Stop(`SyntaxError: ${message}`, null);
    throw stopAt(source, message, Number(at));
  }
  return tree;
}

/** Locates the errors of a parser. */
function locating<Tree>(source: string, parser: () => Tree): Tree {
  try {
    return parser();
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('pos' in error)) throw error;
    throw stopAt(source, error.message, Number(error.pos));
  }
}

function stopAt(source: string, message: string, at: number): Stop {
  const plain = message.replace(/ \(\d+:\d+\)$| in JSON at position .*$/s, '');
  const spot = { from: at, to: Math.min(at + 1, source.length) };
  return new Stop(`SyntaxError: ${plain}`, lineAt(source, at), { spot });
}

/** Returns the line of an index, counting from 1. */
export function lineAt(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
