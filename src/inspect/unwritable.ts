/** Destinations that no row could lead to, so that a proof about them means nothing. */
import { WaymarkError } from '../errors/error.ts';
import { quote } from '../errors/show.ts';
import { decodePath } from '../path/normalise.ts';
import { DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE } from '../table/settings.ts';
import type { Inspection, Row } from './inspection.ts';
import { type Goal, waysTo } from './prove/preimage.ts';

/** What is wrong with a destination, and what to write. */
interface Fault {
  readonly problem: string;
  readonly advice: string;
}

/**
 * Refuses a destination that nothing reaches because of how it is written: the proof would hold for
 * any table, and keep a test green for ever.
 *
 * @param call the function that was called
 * @param destination what was looked for, and not found
 * @throws {WaymarkError} if the destination is empty, has an empty segment, a space at the end of a
 *   segment, a reference, the syntax of a pattern, a query or the name of a class
 */
export function refuseUnwritable(call: string, destination: string): void {
  refuse(call, destination, faultOf(destination));
}

/**
 * Refuses a destination that nothing reaches, if what a row leads to, or what a block closes, differs
 * from it only in case.
 *
 * @param call the function that was called
 * @param inspection the table
 * @param destination what was looked for, and not found
 * @throws {WaymarkError} if there is such a row
 */
export function refuseOtherCase(call: string, inspection: Inspection, destination: string): void {
  refuse(call, destination, otherCase(inspection, destination));
}

function refuse(call: string, destination: string, fault: Fault | null): void {
  if (fault === null) return;
  const { problem, advice } = fault;
  throw new WaymarkError('bad-argument', `${call}(${quote(destination)})`, problem, advice);
}

const ACTION = "write module/controller/action, such as 'users/login'";

/** Signs that a text is no destination, and what is wrong with it. */
const SIGNS: readonly (readonly [sign: RegExp, problem: string])[] = [
  [/^\//, 'a destination does not start with a slash'],
  [/\/$/, 'a destination does not end with a slash'],
  [/\/\//, 'a segment is empty'],
  [/(?<![^/])\s|\s(?![^/])/, 'a segment starts or ends with a space'],
];

/** Signs of what is no part of a destination. */
const FOREIGN: readonly (readonly [sign: RegExp, problem: string])[] = [
  [/\$\{?\w/, 'requests fill the references of a destination, so none is left'],
  [/(?<![^/]):|[(){}]/, 'the syntax of a pattern is no part of a destination'],
  [/\?\w*=/, 'a query is no part of a destination'],
  [/\w::\w|^[^/@]*@[^/]*$|^\\?\w+\\\w/, 'the name of a class is no part of a destination'],
  [/(?<![^/])\.\.?(?![^/])/, 'a request has no dot segments'],
];

function faultOf(destination: string): Fault | null {
  if (destination === '') return { problem: 'the destination is empty', advice: ACTION };
  for (const [sign, problem] of SIGNS) {
    if (!sign.test(destination)) continue;
    const segments = destination.split('/').map((segment) => segment.trim());
    const tidy = segments.filter((segment) => segment !== '').join('/');
    return { problem, advice: tidy === '' ? ACTION : `write ${quote(tidy)}` };
  }
  if (decodePath(destination) !== destination) {
    const problem = 'requests are percent-decoded, except for slashes and percent signs';
    return { problem, advice: ACTION };
  }
  const foreign = FOREIGN.find(([sign]) => sign.test(destination));
  return foreign === undefined ? null : { problem: foreign[1], advice: ACTION };
}

/** What a key of the table leads to. */
interface Leading extends Pick<Row, 'key' | 'template' | 'captures'> {}

/** Whether something in the table differs from a destination only in case, and nothing is the same. */
function otherCase({ rows, router }: Inspection, destination: string): Fault | null {
  const { defaultController, notFoundOverride, translateUriDashes } = router.settings;
  const goal: Goal = { text: destination, more: true, dashes: translateUriDashes };
  const leading: Leading[] = [
    ...rows.map((row) => (row.to === '' ? textOf(row.key, row.pattern) : row)),
    textOf(DEFAULT_CONTROLLER, defaultController),
    textOf(NOT_FOUND_OVERRIDE, notFoundOverride),
  ];
  if (leading.some((row) => leadsTo(row, goal))) return null;
  const folded = { ...goal, text: destination.toLowerCase() };
  const near = leading.find((row) => leadsTo(inLowerCase(row), folded));
  if (near === undefined) return null;
  const [start] = near.template.pieces;
  const written = quote(start.slice(0, destination.length) + destination.slice(start.length));
  const problem = `nothing in the table is spelled like this, but ${quote(near.key)} has ${written}`;
  return { problem, advice: `write ${written}` };
}

function textOf(key: string, text: string | null): Leading {
  return { key, template: { pieces: [text ?? ''], groups: [] }, captures: 0 };
}

/** Whether some captures make a destination the one that is looked for. */
function leadsTo(row: Leading, goal: Goal): boolean {
  return waysTo(row, goal)?.length !== 0;
}

function inLowerCase({ key, template: { pieces, groups }, captures }: Leading): Leading {
  return {
    key,
    template: { pieces: pieces.map((piece) => piece.toLowerCase()), groups },
    captures,
  };
}
