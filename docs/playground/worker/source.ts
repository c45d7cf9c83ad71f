/** Parses a JavaScript, TypeScript or JSON source. */
import { type Options, type Program, parse, parseExpressionAt, type Token } from 'acorn';
import { languageOf } from '../question.ts';
import { Stop } from './fail.ts';

/** A source that can run. */
export interface Module {
  /** JavaScript with the source's line numbers. */
  readonly code: string;
  readonly program: Program;
  /** The tokens of the source, or of the source without its types. */
  readonly tokens: readonly Token[];
  /** The text of the tokens. */
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
  if (languageOf(source) === 'json') return readJson(source);
  try {
    return readModule(source);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (removeTypes !== undefined) return readTypes(source, error, removeTypes);
    throw new Stop(error.message, error.line, { ...error.more, wants: 'types' });
  }
}

function readModule(code: string): Module {
  const tokens: Token[] = [];
  const program = locating(code, () => parse(code, { ...OPTIONS, onToken: tokens }));
  return { code, program, tokens, text: code };
}

/** Reads TypeScript. If that fails too, throws the error that is further down. */
function readTypes(source: string, first: Stop, remove: RemoveTypes): Module {
  const start = first.more.spot?.from ?? 0;
  let code = '';
  try {
    code = locating(source, () => remove(source));
    return readModule(code);
  } catch (error) {
    if (!(error instanceof Stop)) throw first;
    const { message, line, more } = error;
    if (code === '' && (more.spot?.from ?? 0) > start) throw error;
    // Without the spot, whose columns belong to the code without types.
    if (code !== '' && (line ?? 0) > lineAt(source, start)) throw new Stop(message, line);
    throw first;
  }
}

function readJson(source: string): Module {
  const tokens: Token[] = [];
  locating(source, () => parseExpressionAt(source, 0, { ...OPTIONS, onToken: tokens }));
  locating(source, () => JSON.parse(source));
  const { code, program } = readModule(`export default JSON.parse(${JSON.stringify(source)});`);
  return { code, program, tokens, text: source };
}

/** Locates the errors of a parser. */
function locating<Parsed>(source: string, parser: () => Parsed): Parsed {
  try {
    return parser();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = error.message.replace(/ \(\d+:\d+\)$| in JSON at position .*$/s, '');
    const at = Number('pos' in error ? error.pos : /position (\d+)/.exec(error.message)?.[1]);
    if (Number.isNaN(at)) throw new Stop(`SyntaxError: ${message}`, null);
    const spot = { from: at, to: Math.min(at + 1, source.length) };
    throw new Stop(`SyntaxError: ${message}`, lineAt(source, at), { spot });
  }
}

/** Returns the line of an index, counting from 1. */
export function lineAt(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
