/** Groups `and`, `or` and `xor` as PHP does, since php-parser doesn't always. */
import type { Binary, Node } from './ast.ts';

/** The last operand of an expression, by the kind of the expression. */
const LAST: ReadonlyMap<string, string> = new Map([
  ['assign', 'right'],
  ['retif', 'falseExpr'],
  ['print', 'expression'],
  ['bin', 'right'],
  ['unary', 'what'],
  ['cast', 'expr'],
  ['silent', 'expr'],
]);

/** The operators with the lowest precedence, lowest first. */
const WORDS = ['or', 'xor', 'and'];

/** Operands, with an operator between each pair. */
interface Chain {
  readonly operands: Node[];
  readonly words: Binary[];
}

/**
 * Groups the operators of an expression as in PHP. php-parser reads `$a = b and c or d` as
 * `$a = (b and c) or d`, and `a ? b : c or d` as `a ? b : (c or d)`.
 *
 * @param node the expression
 * @returns the expression; unchanged if it contains none of these operators
 *
 * @example
 * regroup(node); // a `bin` with the assignment on its left
 */
export function regroup(node: Node): Node {
  if (!LAST.has(node.kind) || (node.kind === 'bin' && node.regrouped)) return node;
  // Brackets around the whole expression don't group its content.
  const { operands, words } = chainOf({ ...node, parenthesizedExpression: false } as Node);
  return words.length === 0 ? node : grouped(operands, words, 0);
}

function chainOf(node: Node): Chain {
  const chain: Chain = { operands: [], words: [] };
  collect(node, chain);
  return chain;
}

function collect(node: Node, { operands, words }: Chain): void {
  if (isWord(node)) {
    collect(node.left, { operands, words });
    words.push(node);
    return collect(node.right, { operands, words });
  }
  const field = LAST.get(node.kind);
  if (field === undefined || isGrouped(node)) {
    operands.push(node);
    return;
  }
  // The cast: a node of a listed kind has the field.
  const inner = chainOf((node as unknown as Readonly<Record<string, Node>>)[field]);
  // The cast: the same kind of node, with another operand.
  const whole = { ...node, [field]: inner.operands[0] } as Node;
  operands.push(inner.words.length === 0 ? node : whole, ...inner.operands.slice(1));
  words.push(...inner.words);
}

/** Groups a chain by the operators in the list, from index `at` on. */
function grouped(operands: readonly Node[], words: readonly Binary[], at: number): Node {
  if (words.length === 0) return operands[0];
  let left: Node | null = null;
  let start = 0;
  let word: Binary | null = null;
  for (let end = 0; end <= words.length; end++) {
    if (end < words.length && words[end].type !== WORDS[at]) continue;
    const part = grouped(operands.slice(start, end + 1), words.slice(start, end), at + 1);
    left = word === null || left === null ? part : joined(word, left, part);
    word = words[end];
    start = end + 1;
  }
  return left as Node; // the cast: there is at least one operand
}

function joined(word: Binary, left: Node, right: Node): Node {
  return { ...word, left, right, parenthesizedExpression: true, regrouped: true };
}

/** Whether an expression is in brackets. */
function isGrouped(node: Node): boolean {
  return 'parenthesizedExpression' in node && node.parenthesizedExpression === true;
}

/** Whether an expression is one of these operators, and not in brackets. */
function isWord(node: Node): node is Binary {
  return node.kind === 'bin' && WORDS.includes(node.type) && !isGrouped(node);
}
