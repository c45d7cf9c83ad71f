/** Reads a source without running it. */
import { type Options, type Program, parse } from 'acorn';
import { Stop } from './fail.ts';

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowHashBang: true,
  locations: true,
};

/**
 * Lets the imports of a source lead to URLs. Lines stay where they are.
 *
 * @param source a module
 * @param urls the URL of each module that it may import
 * @throws {Stop} where the source is not JavaScript, or imports anything else
 */
export function linkImports(source: string, urls: ReadonlyMap<string, string>): string {
  let linked = '';
  let end = 0;
  for (const node of parseModule(source).body) {
    if (!('source' in node) || node.source == null) continue;
    const { value, start, end: after, loc } = node.source;
    const url = urls.get(String(value));
    if (url === undefined) {
      const known = Array.from(urls.keys(), (name) => `'${name}'`).join(' and ');
      const message = `There is no '${value}' here: the playground has ${known}.`;
      throw new Stop(message, loc?.start.line ?? null);
    }
    linked += source.slice(end, start) + JSON.stringify(url);
    end = after;
  }
  return linked + source.slice(end);
}

/**
 * The line of a string, or of a key that is written without quotes; `null` where it is on none, or on
 * more than one.
 *
 * @example
 * lineOf("default_controller: 'home',\n'posts/(:num)': 'posts'", 'posts/(:num)'); // 2
 */
export function lineOf(source: string, text: string): number | null {
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${text}${quote}`);
  const lines = source.split('\n').flatMap((line, index) => {
    const there = quoted.some((each) => line.includes(each)) || line.trim().startsWith(`${text}:`);
    return there ? [index + 1] : [];
  });
  return lines.length === 1 ? (lines[0] ?? null) : null;
}

function parseModule(source: string): Program {
  try {
    return parse(source, OPTIONS);
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    // The cast: acorn sets it on every error of its own.
    const { line } = error.loc as { line: number };
    throw new Stop(`SyntaxError: ${error.message.replace(/ \(\d+:\d+\)$/, '')}`, line);
  }
}
