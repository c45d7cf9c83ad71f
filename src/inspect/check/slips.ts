/** Slips in destinations: URLs, the syntax of other routers, and segments that no controller has. */
import { quote } from '../../errors/show.ts';
import { DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE } from '../../table/settings.ts';
import type { Inspection } from '../inspection.ts';
import type { Finding, FindingKind } from './finding.ts';

/** A destination, and what its row gives it. */
interface Destination {
  readonly key: string;
  readonly to: string;
  readonly captures: number;
}

/** A sign of a slip in a destination. */
interface Sign {
  readonly kind: FindingKind;
  readonly sign: RegExp;
  /** A text that makes it none. */
  readonly unless?: string;
  /** What is wrong and what to write; the destination comes before it. */
  readonly says: (destination: Destination, found: string) => string;
}

const ACTION = "write 'controller/action'";

/** A text that was meant to vary, but reaches the action as it is written. */
function literal(sign: RegExp, unless?: string): Sign {
  return {
    kind: 'parameter-syntax',
    sign,
    ...(unless === undefined ? {} : { unless }),
    says: ({ captures }, found) => {
      const group = captures === 0 ? 'put what varies into parentheses in the pattern, and ' : '';
      return `passes on ${quote(found)} as it is written; ${group}write $1 for the first group`;
    },
  };
}

/** The first sign that is found is reported. */
const SIGNS: readonly Sign[] = [
  {
    kind: 'url',
    sign: /^(?:[a-z][a-z\d+.-]*:)?\/\//i,
    says: () => 'is a URL, and a destination is module/controller/action; redirect in the action',
  },
  {
    kind: 'controller-syntax',
    sign: /^\\?\w+\\\w/,
    says: () => `is the name of a PHP class; ${ACTION}`,
  },
  { kind: 'controller-syntax', sign: /\w::\w/, says: () => `is CodeIgniter 4's way; ${ACTION}` },
  { kind: 'controller-syntax', sign: /\w@\w/, says: () => `is Laravel's way; ${ACTION}` },
  literal(/(?<![^/.-]):[A-Za-z_]\w*/),
  literal(/\([^()]*\)/),
  literal(/(?<!\\)\$?\{[A-Za-z_][\w:?]*\}/),
  literal(/(?<![^/.-])\$[A-Za-z_]\w*/),
  literal(/<[A-Za-z_:]+>/),
  literal(/\[(?:\.{3})?[A-Za-z_]\w*\]/),
  // CodeIgniter looks for references only in a destination with a dollar sign.
  literal(/\\\d/, '$'),
  {
    kind: 'empty-segment',
    sign: /^\//,
    says: ({ to }) => `starts with a slash, so its first segment is empty; ${correction(to)}`,
  },
  {
    kind: 'empty-segment',
    sign: /\/\//,
    says: ({ to }) => `has an empty segment; ${correction(to)}`,
  },
  {
    kind: 'space',
    sign: /(?<![^/])\s|\s(?![^/])/,
    says: ({ to }) => `has a segment that starts or ends with a space; ${correction(to)}`,
  },
];

/**
 * Finds destinations that were probably meant otherwise, those of the settings among them. A handler
 * may do what it likes with its destination, so rows with one are skipped.
 *
 * @param inspection the table
 * @returns at most one finding for each destination
 */
export function findDestinationSlips({ rows, router }: Inspection): Finding[] {
  const { defaultController, notFoundOverride } = router.settings;
  const destinations: Destination[] = [
    ...rows.filter(({ handled }) => !handled),
    { key: DEFAULT_CONTROLLER, to: defaultController ?? '', captures: 0 },
    { key: NOT_FOUND_OVERRIDE, to: notFoundOverride ?? '', captures: 0 },
  ];
  return destinations.flatMap((destination): Finding[] => {
    const { key, to } = destination;
    for (const { kind, sign, unless, says } of SIGNS) {
      const found = sign.exec(to);
      if (found === null || (unless !== undefined && to.includes(unless))) continue;
      const message = `In ${quote(key)}, the destination ${quote(to)} ${says(destination, found[0])}.`;
      return [{ level: 'warning', kind, rows: [key], message }];
    }
    return [];
  });
}

/** What to write for a destination with empty segments, or with spaces. */
function correction(to: string): string {
  const segments = to.split('/').map((segment) => segment.trim());
  const tidy = segments.filter((segment) => segment !== '').join('/');
  return tidy === '' ? `${ACTION}, or '' to block the path` : `write ${quote(tidy)}`;
}
