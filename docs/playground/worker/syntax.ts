/** Parses a source without running it. */
import { type Node, type Options, type Program, parse, parseExpressionAt } from 'acorn';
import { Stop } from './fail.ts';

/** The modules that the playground's programs provide. */
const MODULES = "'waymark', 'waymark/fetch', 'waymark/http' and 'waymark-tools/inspect'";

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowHashBang: true,
  locations: true,
};

/**
 * Replaces the imports of a module with URLs. Line numbers do not change.
 *
 * @param code the module
 * @param program its syntax tree
 * @param urls the URL of each module that it may import
 * @throws {Stop} if it imports anything else
 */
export function linkImports(
  code: string,
  program: Program,
  urls: ReadonlyMap<string, string>,
): string {
  let linked = '';
  let end = 0;
  for (const node of program.body) {
    if (!('source' in node) || node.source == null) continue;
    const { value, start, end: after, loc } = node.source;
    const url = urls.get(String(value));
    if (url === undefined) {
      const message = `There is no '${value}' here: the playground has ${MODULES}.`;
      throw new Stop(message, loc?.start.line ?? null, { from: start, to: after });
    }
    linked += code.slice(end, start) + JSON.stringify(url);
    end = after;
  }
  return linked + code.slice(end);
}

/**
 * Parses a module.
 *
 * @throws {Stop} if it is not JavaScript
 */
export function parseModule(code: string): Program {
  return read(code, () => parse(code, OPTIONS));
}

/**
 * Parses JSON.
 *
 * @throws {Stop} if it is invalid
 */
export function parseJson(source: string): Node {
  const tree = read(source, () => parseExpressionAt(source, 0, OPTIONS));
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

/** Creates the error for wrong syntax at an index. */
export function stopAt(source: string, message: string, at: number): Stop {
  const plain = message.replace(/ \(\d+:\d+\)$| in JSON at position .*$/s, '');
  const spot = { from: at, to: Math.min(at + 1, source.length) };
  return new Stop(`SyntaxError: ${plain}`, lineAt(source, at), spot);
}

/** Returns the line of an index, counting from 1. */
export function lineAt(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}

function read<Tree>(source: string, parser: () => Tree): Tree {
  try {
    return parser();
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('pos' in error)) throw error;
    throw stopAt(source, error.message, Number(error.pos));
  }
}
