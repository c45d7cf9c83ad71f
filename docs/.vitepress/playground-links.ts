/** Adds a link to the playground below each code sample that it can run. */
import { deflateRawSync } from 'node:zlib';
import type { MarkdownRenderer } from 'vitepress';
import type { Question } from '../playground/question.ts';

/** The packages that code in the playground can import. */
const KNOWN = ['waymark', 'waymark/http', 'waymark/fetch', 'waymark-tools/inspect'];

/**
 * Turns a sample into a question for the playground: its code, and the first request in it.
 *
 * @param code TypeScript
 * @returns null if the sample imports other packages, or defines no routes
 *
 * @example
 * questionOf("import { Route } from 'waymark';\nRoute.get('a', 'b');")?.path; // '/'
 */
export function questionOf(code: string): Question | null {
  const imports = Array.from(
    code.matchAll(/\bfrom '([^']+)'|\bimport '([^']+)'/g),
    (found) => found[1],
  );
  if (imports.length === 0 || !imports.every((name) => KNOWN.includes(name ?? ''))) return null;
  const defines =
    /\bRoute\.(?!(?:map|collect|url|named|reset)\b)\w+\(|\bRoute\.map\(\{[^}]|\bcreate(?:Router|FetchHandler)\(/;
  // The playground has no cryptography and no clock, and a sample that shows an error has no rows.
  if (/\b(?:signedCookies|signUrl|onResponse)\b|\bcatch \(/.test(code)) return null;
  if (!defines.test(code) && !/^export default \{/m.test(code)) return null;
  const [method = 'GET', path = '/'] = firstRequest(code);
  const autoRoute = /\bautoRoute: true\b/.test(code);
  return { source: code, autoRoute, method, path, name: '', params: [], action: '' };
}

/** The method and path of the first request in a sample; empty if it has none. */
function firstRequest(code: string): (string | undefined)[] {
  const [, method, path] = /\.resolve\('(\w+)', '([^']*)'\)/.exec(code) ?? [];
  if (path !== undefined) return [method, path];
  const sent = /new Request\('http:\/\/localhost(?::\d+)?([^']*)'(?:, \{ method: '(\w+)')?/;
  const [, target, sentMethod] = sent.exec(code) ?? [];
  return [sentMethod, target];
}

/** The playground's address for a question, in the format of its own links. */
export function addressOf(question: Question): string {
  const packed = deflateRawSync(JSON.stringify(question)).toString('base64url');
  return `/playground#code=${packed}`;
}

/** Adds the links to the rendered pages. */
export function linkSamples(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  if (fence === undefined) return;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const html = fence(tokens, index, ...rest);
    const { info, content } = tokens[index];
    const question = info.trim() === 'ts' ? questionOf(content) : null;
    if (question === null) return html;
    return `${html}<p class="open-sample"><a href="${addressOf(question)}">Open in the playground</a></p>\n`;
  };
}
