/** PHP's constants, including those of classes. */
import type { Class, Member, Node } from './ast.ts';
import type { Machine, Scope } from './machine.ts';
import { bareName, isRouteClass } from './mentions.ts';
import { summaryOf } from './skip.ts';
import { Text, Unknown, type Value } from './values.ts';

/**
 * The value of a constant. A constant that is defined elsewhere stays a name.
 *
 * @param machine the run
 * @param name its name, with or without a namespace
 */
export function readConstant(machine: Machine, name: string): Value {
  const bare = name.replace(/^\\/, '');
  const word = bare.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  const known = machine.constants.get(bare) ?? machine.constants.get(bare.replace(/^.*\\/, ''));
  return known ?? new Text([{ constant: bare }]);
}

/**
 * The value of a class's constant or static property. A constant of an unknown class stays a name,
 * unless the caller knows it.
 *
 * @param machine the run
 * @param node the constant or the property
 * @param scope the scope
 */
export function readStatic(
  machine: Machine,
  { what, offset }: Extract<Node, { kind: 'staticlookup' }>,
  scope: Scope,
): Value {
  const type = what.kind === 'selfreference' ? scope.self : what.kind === 'name' && what.name;
  if (!type) return new Unknown('the class of this constant or property is not known');
  if (offset.kind === 'variable' && typeof offset.name === 'string') {
    return readProperty(machine, type, offset.name);
  }
  if (offset.kind !== 'identifier') return new Unknown('the name of this property is computed');
  if (offset.name === 'class' && isRouteClass(type)) return 'Route';
  const constant = `${type.replace(/^\\/, '')}::${offset.name}`;
  const known = machine.constants.get(constant);
  if (known !== undefined) return known;
  const found = findMember(machine, type, (node) => memberOf(node, offset.name, 'classconstant'));
  return found === null ? new Text([{ constant }]) : memberValue(machine, found);
}

/** A member of a class, and the class that declares it. */
interface Found {
  readonly member: Member;
  readonly type: string;
  readonly scope: Scope;
}

/** Reads a static property: its initial value, unless a file may change it. */
function readProperty(machine: Machine, type: string, name: string): Value {
  const shown = `${type}::$${name}`;
  const found = findMember(machine, type, (node) => memberOf(node, name, 'propertystatement'));
  if (found === null) return new Unknown(`${shown} is known only when the file runs`);
  const isChanged = machine.sources.some(({ children }) => {
    const { properties } = summaryOf(machine, children);
    return properties.has(name) || properties.has(null);
  });
  return isChanged ? new Unknown(`${shown} may have changed by then`) : memberValue(machine, found);
}

function memberValue(machine: Machine, { member, type, scope }: Found): Value {
  if (member.value === null) return null;
  machine.depth++;
  try {
    // A constant may be defined in terms of itself.
    if (machine.depth > DEEPEST) return new Unknown('constants depend on each other');
    return machine.evaluate(member.value, { ...scope, variables: new Map(), self: type });
  } finally {
    machine.depth--;
  }
}

const DEEPEST = 40;

/** Finds a member in a class or its ancestors, as far as the files contain them. */
function findMember(
  { classes, budget }: Machine,
  type: string,
  find: (node: Class) => Member | undefined,
): Found | null {
  const seen = new Set<Class>();
  let name: string | null = type;
  while (name !== null) {
    const found = classes.get(bareName(name));
    if (found === undefined || seen.has(found.node)) return null;
    budget.spend('steps', found.node.body.length);
    const member = find(found.node);
    if (member !== undefined) return { member, type: name, scope: found.scope };
    seen.add(found.node);
    name = found.node.extends?.name ?? null;
  }
  return null;
}

function memberOf({ body }: Class, name: string, kind: 'classconstant' | 'propertystatement') {
  const members = body.flatMap((part): readonly Member[] => {
    if (part.kind === 'propertystatement' && part.kind === kind) {
      return part.isStatic ? part.properties : [];
    }
    return part.kind === 'classconstant' && part.kind === kind ? part.constants : [];
  });
  return members.find((member) => member.name.name === name);
}
