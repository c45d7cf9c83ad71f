/** What code that can't be run has to do with routes. */
import type { About } from './journal.ts';

/** Whether code has to do with `$route`, the class `Route`, or another file. */
export function mentionsRoutes(code: unknown): boolean {
  return some(code, (node) => {
    if (node.kind === 'include') return true;
    return (
      (node.kind === 'variable' && node.name === 'route') ||
      (node.kind === 'name' && node.name === 'Route')
    );
  });
}

/** Which of `$route` and the class `Route` code has to do with, where that is one of them alone. */
export function mentioned(code: unknown): About | undefined {
  const found = { entry: false, call: false };
  some(code, (node) => {
    if (node.kind === 'variable' && node.name === 'route') found.entry = true;
    if (node.kind === 'name' && node.name === 'Route') found.call = true;
    return false;
  });
  if (found.entry === found.call) return undefined;
  return found.entry ? 'entry' : 'call';
}

/** Whether something is thrown in code. */
export function throws(code: unknown): boolean {
  return some(code, ({ kind }) => kind === 'throw');
}

/**
 * The variables that code assigns to.
 *
 * @param code any part of a syntax tree
 */
export function assignedIn(code: unknown): Set<string> {
  const names = new Set<string>();
  some(code, (node) => {
    const target = node.left ?? (node.kind === 'foreach' ? [node.key, node.value] : node.what);
    const assigns = /^(?:assign|assignref|foreach|pre|post)$/.test(String(node.kind));
    if (assigns) {
      some(target, (inner) => {
        if (inner.kind === 'variable' && typeof inner.name === 'string') names.add(inner.name);
        return false;
      });
    }
    return false;
  });
  return names;
}

type Tree = { readonly [name: string]: unknown };

function some(code: unknown, test: (node: Tree) => boolean): boolean {
  if (Array.isArray(code)) return code.some((part) => some(part, test));
  if (typeof code !== 'object' || code === null) return false;
  const node = code as Tree; // an object has properties
  return test(node) || Object.values(node).some((part) => some(part, test));
}
