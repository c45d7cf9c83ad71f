/** Refuses destinations that no row could have, since a proof about them would mean nothing. */
import { WaymarkError } from 'waymark';
import { DEFAULT_CONTROLLER, decodePath, NOT_FOUND_OVERRIDE, quote } from 'waymark/internal';
import type { Inspection, Row } from './inspection.ts';
import { type Goal, waysTo } from './prove/preimage.ts';

interface Fault {
  readonly problem: string;
  readonly advice: string;
}

/**
 * Refuses a destination that nothing can reach because of its spelling. The proof would hold for
 * any table, and a test that uses it would never fail.
 */
export function refuseUnwritable(where: string, destination: string): void {
  refuse(where, destination, faultOf(destination));
}

/**
 * Refuses a destination that nothing reaches if it differs only in case from a row's destination or
 * a block's path.
 */
export function refuseOtherCase(where: string, inspection: Inspection, destination: string): void {
  refuse(where, destination, otherCase(inspection, destination));
}

function refuse(where: string, destination: string, fault: Fault | null): void {
  if (fault === null) return;
  const { problem, advice } = fault;
  throw new WaymarkError('bad-argument', `${where}(${quote(destination)})`, problem, advice);
}

const ACTION = "write module/controller/action, such as 'users/login'";

/** Spellings of slashes and spaces that no destination has. */
const SIGNS: readonly (readonly [sign: RegExp, problem: string])[] = [
  [/^\//, 'a destination does not start with a slash'],
  [/\/$/, 'a destination does not end with a slash'],
  [/\/\//, 'a segment is empty'],
  [/(?<![^/])\s|\s(?![^/])/, 'a segment starts or ends with a space'],
];

const FOREIGN: readonly (readonly [sign: RegExp, problem: string])[] = [
  [/\$\{?\w/, 'a request fills in all references, so none is left in its destination'],
  [/(?<![^/]):|[(){}]/, 'a destination has no syntax of patterns'],
  [/\?\w*=/, 'a destination has no query'],
  [/\w::\w|^[^/@]*@[^/]*$|^\\?\w+\\\w/, 'a destination does not name a class'],
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

interface Leading extends Pick<Row, 'key' | 'template' | 'captures'> {}

/** The fault if the table has the destination only in another case; otherwise `null`. */
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

/** Whether a row's destination, with some captures, can be the goal. */
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
