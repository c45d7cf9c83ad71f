/** Finds references to missing groups or the wrong group, and references that are missing. */
import type { FoundDestination } from 'waymark';
import { BUILT_IN, quote, referencesOf } from 'waymark/internal';
import { counted } from '../../shared/words.ts';
import { hasDestination, type Inspection, type Row } from '../inspection.ts';
import { proveReached, type Reached } from '../prove/prove.ts';
import { sayKey } from '../say-key.ts';
import type { Controllers, Run } from './controllers.ts';
import { enumerate, type Finding } from './finding.ts';

/** A placeholder without parentheses, which captures nothing, unlike `(:num)` and `(?<id>:num)`. */
const BARE = new RegExp(`(?<![(>]):(?:${Object.keys(BUILT_IN).join('|')})`);

/** Finds destinations with a `$n` whose group the pattern lacks. */
export function findMissingGroups(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap(({ key, pattern, to, captures }): Finding[] => {
    // If the pattern has no group, CodeIgniter leaves references as text. That is a mistake too.
    const missing = [...new Set(referencesOf(to))].filter((group) => group > captures);
    if (missing.length === 0) return [];
    const names = enumerate(missing.map((group) => `$${group}`));
    const has = captures === 0 ? 'no group' : counted(captures, 'group');
    const [bare] = BARE.exec(pattern) ?? [];
    const advice =
      bare === undefined
        ? ''
        : ` ${quote(bare)} without parentheses is not captured; write (${bare}).`;
    const message = `The destination of ${sayKey(key)} has ${names}, and its pattern has ${has}.${advice}`;
    return [{ level: 'error', kind: 'missing-group', rows: [key], message }];
  });
}

/**
 * Finds destinations that pass a group of an outer resource in place of their own, as resources
 * below a prefix with a group do: `thread/(:num)/messages/(:num)` with `messages/show/$1`.
 */
export function findOuterGroups(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const { key, shape, template } = row;
    const controller = template.pieces[0].split('/').at(-3);
    const used = template.groups;
    if (!hasDestination(row) || used.length === 0) return [];
    let number = 0;
    return shape.segments.flatMap(({ captures, whole }, place): Finding[] => {
      number += captures;
      const own = number;
      const isOwn = whole && place > 0 && shape.segments[place - 1].text === controller;
      if (!isOwn || !used.every((group) => group > 0 && group < own)) return [];
      const message = `The destination of ${sayKey(key)} passes $${used[0]}, which comes before ${quote(String(controller))}, and drops $${own}, which comes after it; write $${own} in its place, or add it.`;
      return [{ level: 'warning', kind: 'outer-group', rows: [key], message }];
    });
  });
}

/**
 * Finds rows and settings whose action has a parameter without a value: those that `checkRoutes`
 * finds, and those that capture a segment without passing it on. Parameters with a default value
 * don't count.
 */
export function findMissingArguments(inspection: Inspection, controllers: Controllers): Finding[] {
  const fixed = controllers.fixed(inspection.contents);
  return inspection.contents.rows.flatMap(({ key, to }): Finding[] => {
    const row = inspection.rowOf(key);
    const [group] = row === null ? [] : unused(row);
    if (group === undefined && !fixed.has(key)) return [];
    const proof = row === null ? null : proveReached(inspection, row);
    if (proof?.kind === 'unreached') return [];
    const reached = proof?.kind === 'reached' ? proof : null;
    const run = fixed.has(key) ? controllers.run(to) : runOf(reached, controllers);
    if (run === null || run.required <= run.args.length) return [];
    const about = group === undefined ? passes(run) : drops(run, group, referencesOf(to).length);
    const message = `The destination of ${sayKey(key)} ${about}.`;
    const witness = reached === null ? {} : { witness: reached.request };
    return [{ level: 'warning', kind: 'missing-argument', rows: [key], message, ...witness }];
  });
}

function runOf(reached: Reached | null, controllers: Controllers): Run | null {
  // The cast: the row has a destination.
  return reached && controllers.run((reached.answer as FoundDestination).destination);
}

function passes({ action, args, required, file }: Run): string {
  const passed = args.length === 0 ? 'no argument' : counted(args.length, 'argument');
  return `passes ${passed} to ${quote(action)} of ${quote(file)}, which needs ${required}; add what is missing, such as $1, or give the parameter a default value`;
}

function drops({ path, action, args, required, file }: Run, group: number, references: number) {
  const written = [...path, action, `$${group}`].join('/');
  const advice =
    references + args.length === 0 ? `write ${quote(written)}` : `add $${group} to the destination`;
  const got = args.length === 0 ? 'no argument' : counted(args.length, 'argument');
  return `drops $${group}, so the action ${quote(action)} of ${quote(file)} gets ${got} for its ${counted(required, 'parameter')}; ${advice}`;
}

/** The groups that capture a whole segment but are not used in the destination. */
function unused(row: Row): number[] {
  const {
    shape,
    template: { groups },
  } = row;
  // If the pattern is open, other paths may have more arguments.
  if (!hasDestination(row) || shape.open || groups.includes(0)) return [];
  let number = 0;
  return shape.segments.flatMap(({ source, captures, whole }) => {
    const group = number + 1;
    number += captures;
    return whole && !groups.includes(group) && !TEXTS.test(source) ? [group] : [];
  });
}

/** A choice of texts, such as `(en|fr)`, whose group may be only for grouping. */
const TEXTS = /^\((?:[\w|-]|\\\W)*\)$/;
