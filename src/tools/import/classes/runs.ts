/** Recognises PHP that does nothing when it runs: declarations, and calls of an empty parent. */
import { fromCaller } from 'waymark/internal';
import type { Node } from '../php/ast.ts';
import { parsePhp, readCode } from '../php/source.ts';

/** Whether a body does more than call the constructor of the parent, without arguments. */
export function isMoreThanParent(body: Node | null, parent: string | null): boolean {
  if (body?.kind !== 'block') return false;
  return body.children.some((node) => {
    if (node.kind === 'return') return node.expr !== null;
    if (node.kind !== 'expressionstatement') return node.kind !== 'noop';
    const { expression: call } = node;
    if (call.kind !== 'call' || call.what.kind !== 'staticlookup') return true;
    const { what, offset } = call.what;
    const isOfParent =
      what.kind === 'parentreference' || (what.kind === 'name' && isSame(what.name, parent));
    const isConstructor =
      offset.kind === 'identifier' &&
      ['__construct', parent].some((name) => isSame(offset.name, name));
    return !isOfParent || !isConstructor || call.arguments.length > 0;
  });
}

/**
 * Whether a PHP file has code outside its functions and classes, which runs when it is loaded. A
 * constant, or a check that the framework loads the file, doesn't count.
 * @param php the bytes of the file, or its text
 * @param file its name, for errors
 * @throws {WaymarkError} if the file is not PHP
 * @example
 * runsWhenLoaded("<?php defined('BASEPATH') OR exit; function title() {}"); // false
 * runsWhenLoaded('<?php if (!$_SESSION["user"]) exit;'); // true
 */
export function runsWhenLoaded(php: Uint8Array | string, file = 'helper.php'): boolean {
  return fromCaller(runsWhenLoaded, () =>
    parsePhp(readCode('runsWhenLoaded', php), file).children.some(runs),
  );
}

const DECLARATIONS = new Set<Node['kind']>([
  'function',
  'class',
  'interface',
  'trait',
  'enum',
  'usegroup',
  'constantstatement',
  'inline',
  'noop',
]);

function runs(node: Node): boolean {
  if (DECLARATIONS.has(node.kind)) return false;
  if (node.kind === 'namespace' || node.kind === 'block') return node.children.some(runs);
  if (node.kind === 'if') {
    const { test, body, alternate } = node;
    if (!isAboutExistence(test)) return true;
    return [body, alternate].some((part) => part !== null && !isExit(part) && runs(part));
  }
  if (node.kind !== 'expressionstatement') return true;
  const { expression } = node;
  // defined('BASEPATH') OR exit, and the same with define.
  if (expression.kind === 'bin') return !isAboutExistence(expression.left);
  return !isCallOf(expression, /^define$/i);
}

function isExit(node: Node): boolean {
  if (node.kind === 'block') return node.children.every(isExit);
  return node.kind === 'expressionstatement' && node.expression.kind === 'exit';
}

/** Whether it asks only whether something is defined. */
function isAboutExistence(node: Node): boolean {
  if (node.kind === 'unary' && node.type === '!') return isAboutExistence(node.what);
  return isCallOf(node, /^(?:defined|(?:function|class)_exists)$/i);
}

function isCallOf(node: Node, name: RegExp): boolean {
  return node.kind === 'call' && node.what.kind === 'name' && name.test(node.what.name);
}

/** Compares names of classes or methods; PHP ignores their case. */
export function isSame(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
