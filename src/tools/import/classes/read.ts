/** Reads the classes of a PHP file, such as a controller. */
import { fromCaller } from 'waymark/internal';
import type { Class, Location, Method, Node } from '../php/ast.ts';
import { parsePhp, readable, readCode } from '../php/source.ts';
import { isMoreThanParent, isSame } from './runs.ts';

/** A class of a PHP file. */
export interface PhpClass {
  readonly name: string;
  /** Its namespace; `null` if it has none, as a controller of CodeIgniter 2 or 3 must. */
  readonly namespace: string | null;
  /** The name of the class that it extends, without its namespace; `null` if none. */
  readonly parent: string | null;
  /** The line, from 1. */
  readonly line: number;
  /** The fields, constants and traits, as written. */
  readonly members: readonly string[];
  readonly methods: readonly PhpMethod[];
}

/** A method of a PHP class. */
export interface PhpMethod {
  readonly name: string;
  /** Whether other objects may call it, so that a URL may reach it. */
  readonly isPublic: boolean;
  readonly parameters: readonly PhpParameter[];
  /** The text before its body: `public function show(int $id)`. */
  readonly head: string;
  /** The lines of its body; `null` if it is abstract. */
  readonly body: readonly string[] | null;
  /** Whether its body does more than call the parent's constructor without arguments. */
  readonly hasCode: boolean;
}

/** A parameter of a PHP method. */
export interface PhpParameter {
  readonly name: string;
  /** The default value, as PHP writes it; `null` if none. */
  readonly value: string | null;
  readonly isVariadic: boolean;
}

/**
 * Reads the classes of a PHP file, without running it. Functions, traits and interfaces are
 * ignored.
 * @param php the bytes of the file, or its text
 * @param file its name, for errors
 * @returns the classes, each after the class that it extends
 * @throws {WaymarkError} if the file is not PHP
 * @example
 * readClasses('<?php class Photos { function show($id) {} }').map(({ name }) => name); // ['Photos']
 */
export function readClasses(php: Uint8Array | string, file = 'class.php'): PhpClass[] {
  return fromCaller(readClasses, () => {
    const { text, children } = parsePhp(readCode('readClasses', php), file);
    const slice = ({ start, end }: Location) => readable(text.slice(start.offset, end.offset));
    return inOrder(classesIn(children).map((found) => readClass(found, slice)));
  });
}

type Slice = (location: Location) => string;

/**
 * The traits of a class, each as `The trait Logins`. Their methods are part of the class in PHP.
 * @param one the class
 * @example
 * readClasses('<?php class A { use Logins; }').flatMap(traitsOf); // ['The trait Logins']
 */
export function traitsOf({ members }: PhpClass): string[] {
  return members.flatMap((member) => {
    const [, names] = /^use\s+([^;{]+)/i.exec(member) ?? [];
    return names === undefined ? [] : names.split(',').map((name) => `The trait ${name.trim()}`);
  });
}

/**
 * The constructor of a class: `__construct` or, before PHP 8, the method with the name of a class
 * that has no namespace. `null` if it has none of its own.
 * @param one the class
 * @example
 * const [one] = readClasses('<?php class A { function __construct() {} }');
 * one && constructorOf(one)?.hasCode; // false
 */
export function constructorOf({ name, namespace, methods }: PhpClass): PhpMethod | null {
  const named = (wanted: string) => methods.find((method) => isSame(method.name, wanted));
  return named('__construct') ?? (namespace === null ? named(name) : undefined) ?? null;
}

/**
 * Whether PHP may run code of a class, or of its traits, when it makes an object of it. A constructor
 * that only calls the parent's doesn't count.
 * @param one the class
 * @example
 * const [one] = readClasses('<?php class A { function __construct() { session_start(); } }');
 * one && runsWhenMade(one); // true
 */
export function runsWhenMade(one: PhpClass): boolean {
  return constructorOf(one)?.hasCode === true || traitsOf(one).length > 0;
}

interface Found {
  readonly node: Class;
  readonly namespace: string | null;
}

/** The classes of a file, including those that are defined only if they are missing. */
function classesIn(nodes: readonly Node[], namespace: string | null = null): Found[] {
  const found: Found[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'class') found.push({ node, namespace });
    else if (node.kind === 'namespace') {
      found.push(...classesIn(node.children, readable(String(node.name)) || null));
    } else if (node.kind === 'block') waiting.push(...node.children.toReversed());
    else if (node.kind === 'if') {
      waiting.push(...[node.body, node.alternate].filter((part) => part !== null).reverse());
    }
  }
  return found;
}

function readClass({ node, namespace }: Found, slice: Slice): PhpClass {
  const { name, extends: base, loc, body } = node;
  const parent = base === null ? null : readable(base.name.replace(/^.*\\/s, ''));
  return {
    name: readable(name.name),
    namespace,
    parent,
    line: loc.start.line,
    members: body.flatMap((member) => (member.kind === 'method' ? [] : slice(member.loc))),
    methods: body.flatMap((member) =>
      member.kind === 'method' ? readMethod(member, parent, slice) : [],
    ),
  };
}

function readMethod(
  { name, visibility, arguments: given, body, loc }: Method,
  parent: string | null,
  slice: Slice,
): PhpMethod {
  const end = body === null ? loc.end : body.loc.start;
  return {
    name: readable(name.name),
    isPublic: visibility === '' || visibility === 'public',
    parameters: given.map(({ name, value, variadic }) => ({
      name: readable(name.name),
      value: value === null ? null : slice(value.loc),
      isVariadic: variadic,
    })),
    head: slice({ start: loc.start, end }).trim(),
    body: body === null ? null : linesOf(slice(body.loc).slice(1, -1)),
    hasCode: isMoreThanParent(body, parent),
  };
}

/** The lines of a body, without their shared indentation and without empty lines at the edges. */
function linesOf(body: string): string[] {
  const [opening, ...others] = body.split('\n').map((line) => line.trimEnd());
  const least = others
    .filter((line) => line !== '')
    .reduce((least, line) => Math.min(least, line.search(/\S/)), Number.POSITIVE_INFINITY);
  const lines = [opening.trimStart(), ...others.map((line) => line.slice(least))];
  const isWritten = (line: string) => line !== '';
  return lines.slice(Math.max(lines.findIndex(isWritten), 0), lines.findLastIndex(isWritten) + 1);
}

/** Puts each class after the class that it extends, as JavaScript needs it. */
function inOrder(classes: readonly PhpClass[]): PhpClass[] {
  const left = new Map(classes.map((one) => [one.name.toLowerCase(), one]));
  const ordered: PhpClass[] = [];
  for (const one of classes) {
    const line: PhpClass[] = [];
    let next: PhpClass | undefined = one;
    while (next !== undefined && left.delete(next.name.toLowerCase())) {
      line.push(next);
      next = left.get(next.parent?.toLowerCase() ?? '');
    }
    ordered.push(...line.reverse());
  }
  return ordered;
}

/** Words that can't be the name of a class or a parameter in a module. */
const WORDS = new Set(
  (
    'any arguments as async await bigint boolean break case catch class const continue debugger ' +
    'default delete do else enum eval export extends false finally for function if implements ' +
    'import in instanceof interface let never new null number object package private protected ' +
    'public return static string super switch symbol this throw true try typeof undefined unknown ' +
    'var void while with yield'
  ).split(' '),
);

/**
 * A name for a class or a parameter. A word reserved in TypeScript gets a trailing underscore.
 * Characters that PHP allows and TypeScript doesn't become underscores.
 */
export function nameCode(name: string): string {
  const plain = name.replace(/[^\p{ID_Continue}$]/gu, '_').replace(/^(?![\p{ID_Start}$_])/u, '_');
  return WORDS.has(plain) ? `${plain}_` : plain;
}

/** Names that every controller has, so no URL reaches a method with one of them. */
const TAKEN = new Set(['context', ...Object.getOwnPropertyNames(Object.prototype)]);

/** Methods that waymark looks for by exactly these names, and PHP in any case. */
const LOOKED_FOR = ['index', '_remap'];

function spelled(name: string): string {
  const lower = name.toLowerCase();
  return LOOKED_FOR.includes(lower) ? lower : name;
}

/** The names of methods in TypeScript; `_` precedes those that no URL may reach. */
export function methodNames(
  methods: readonly { readonly name: string; readonly isPublic: boolean }[],
): string[] {
  const given = new Set(methods.map(({ name }) => spelled(name)));
  return methods.map(({ name: php, isPublic }) => {
    const name = spelled(php);
    if (isPublic && !TAKEN.has(name)) return name;
    if (!isPublic && name.startsWith('_') && !TAKEN.has(name)) return name;
    let free = `_${name}`;
    while (given.has(free)) free = `_${free}`;
    given.add(free);
    return free;
  });
}

/**
 * The names of a class's actions: the methods that `writeClasses` lets URLs reach, and `_remap`.
 * @param line the class and the classes that it extends
 * @example
 * actionNames(readClasses('<?php class Photos { function show() {} }')); // ['show']
 */
export function actionNames(line: readonly PhpClass[]): string[] {
  const methods = line.flatMap((one) => one.methods);
  const reached = methods.flatMap(({ name: php, isPublic, body }) => {
    const name = spelled(php);
    const isReached = isPublic && !name.startsWith('_') && !TAKEN.has(name);
    return body !== null && (name === '_remap' || isReached) ? [name] : [];
  });
  return [...new Set(reached)];
}

/**
 * Whether a class is the base of all controllers in CodeIgniter or in its modular extensions.
 * @param name its name, in any case
 * @example
 * isFrameworkClass('CI_Controller'); // true
 */
export function isFrameworkClass(name: string): boolean {
  return /^(?:CI|MX)_Controller$/i.test(name);
}
