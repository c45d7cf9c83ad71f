/** Runs another file for an `include`. */
import type { Include } from './ast.ts';
import { toText } from './convert.ts';
import type { Machine, Refused, Scope } from './machine.ts';
import { tryParsePhp } from './source.ts';
import { Unknown, unknownPart, type Value } from './values.ts';

/**
 * Runs the file of an `include` or a `require` with the same variables. A file that can't be read,
 * or must not be, is skipped with a warning. The framework's own files define no routes.
 */
export function include(node: Include, scope: Scope): Value {
  const { machine } = scope;
  const refuse = (why: string): Value => {
    machine.record.leaveOut(scope.items, scope.source, node.loc, why);
    return new Unknown(why);
  };
  const target = toText(machine.evaluate(node.target, scope));
  if (target instanceof Unknown) return refuse(target.why);
  if (typeof target !== 'string') return refuse(unknownPart(target).why);
  machine.budget.spend('steps', A_FILE);
  machine.budget.spend('characters', A_PATH * target.length);
  const framework = machine.constants.get('BASEPATH');
  if (typeof framework === 'string' && target.startsWith(framework)) {
    return new Unknown('a file of the framework');
  }
  const [path, found] = find(machine, target, scope.source.file);
  if (node.once && machine.included.has(path)) return true;
  machine.included.add(path);
  if (found === null) return refuse(`${path} could not be read`);
  if (isRefused(found)) return refuse(`${path} was not read: ${found.refused}`);
  if (machine.depth > 20) return refuse('the files include each other');
  machine.record.included.add(path);
  const source = tryParsePhp(found, path);
  if ('problem' in source) return refuse(`${source.where}: ${source.problem}`);
  machine.budget.spend('characters', A_COMMENT * source.comments.length);
  machine.depth++;
  try {
    const inner: Scope = { ...scope, source, returned: null };
    machine.run(source.children, inner);
    machine.record.comments(scope.items, source, Number.POSITIVE_INFINITY);
    return inner.returned ?? 1;
  } finally {
    machine.depth--;
  }
}

/** The cost of reading a file, in statements, however short it is. */
const A_FILE = 200;

/** A path is resolved twice, and each of its segments costs more than its characters. */
const A_PATH = 20;

/** The memory of a comment, in characters. */
const A_COMMENT = 40;

export function isRefused(found: unknown): found is Refused {
  return typeof found === 'object' && found !== null && 'refused' in found;
}

/** Finds the file next to the including one, or else the file at the path itself. */
function find(machine: Machine, target: string, from: string) {
  const near = from.slice(0, from.lastIndexOf('/') + 1) + target;
  const places = placesOf(machine, target);
  for (const place of target.startsWith('/') ? places : [near, ...places]) {
    const path = normal(place);
    const found = machine.read?.(path) ?? null;
    if (found !== null) return [path, found] as const;
  }
  return [normal(places[0]), null] as const;
}

/** The places that a path may mean, since PHP runs in the folder of `index.php`. */
export function placesOf({ constants }: Machine, path: string): readonly string[] {
  const [app, front] = [constants.get('APPPATH'), constants.get('FCPATH')];
  const isPlaced = path.startsWith('/') || path.startsWith(`${app}`) || path.startsWith(`${front}`);
  return isPlaced ? [path] : [path, `${front}${path}`];
}

export function normal(path: string): string {
  const parts: string[] = [];
  for (const [at, part] of path.split('/').entries()) {
    // Only an empty first segment is the root.
    if (part === '.' || (part === '' && at > 0)) continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '')
      parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
