/** Turns names in PHP into names in TypeScript. */

import type { PhpClass } from './read.ts';

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

/** The name of a method. Names that waymark looks for have only one spelling. */
function spelled(name: string): string {
  const lower = name.toLowerCase();
  return LOOKED_FOR.includes(lower) ? lower : name;
}

/**
 * The names of methods in TypeScript. Methods that aren't public get an underscore, and so do names
 * that every controller has.
 */
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
