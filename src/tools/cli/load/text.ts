/** Reads the keys and comments of a file without a parser. */

/** A key or a comment, with its position. */
export interface Token {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
}

/** The tokens of TypeScript, JavaScript or JSON. */
export interface Tokens {
  /** Strings and names before a colon. */
  readonly keys: readonly Token[];
  readonly comments: readonly Token[];
}

/** Matches a comment, a string, or a name before a colon, so that none is found inside another. */
const TOKEN =
  /(?<comment>\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|(?<quoted>"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\\\r\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)(?<colon>\s*:)?|(?<![\w$.])(?<name>[A-Za-z_$][\w$]*)(?=\s*:)/gs;

/** Reads the keys and the comments of a text. */
export function readTokens(text: string): Tokens {
  const keys: Token[] = [];
  const comments: Token[] = [];
  const breaks = text.matchAll(/\n/g);
  let next = breaks.next();
  let [line, start] = [1, 0];
  for (const { index, groups = {} } of text.matchAll(TOKEN)) {
    for (; next.done !== true && next.value.index < index; next = breaks.next()) {
      line++;
      start = next.value.index + 1;
    }
    const place = { line, column: index - start + 1 };
    const { comment, quoted, colon, name } = groups;
    if (comment !== undefined) comments.push({ text: comment, ...place });
    else if (name !== undefined) keys.push({ text: name, ...place });
    else if (colon !== undefined) keys.push({ text: unquote(quoted), ...place });
  }
  return { keys, comments };
}

/** The value of a string, if its only escapes are those of JSON and of quotes. */
function unquote(quoted: string): string {
  const inside = quoted.slice(1, -1);
  try {
    return JSON.parse(`"${inside.replace(/\\(['`])/g, '$1').replace(/(?<!\\)"/g, '\\"')}"`);
  } catch {
    return inside;
  }
}
