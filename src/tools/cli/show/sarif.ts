/** Writes findings in the Static Analysis Results Interchange Format, version 2.1.0. */
import { relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FINDING_KINDS, type Finding, type Source } from '../../inspect.ts';
import { sayRequest } from '../../shared/words.ts';
import { isBelow } from '../load/paths.ts';
import type { About } from './findings.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** The base of relative paths, which readers replace with the root of the repository. */
const ROOT = '%SRCROOT%';

const SARIF_LEVELS = { error: 'error', warning: 'warning', unproved: 'note' } as const;

export function sarifOf(findings: readonly Finding[], about: About, version: string) {
  const rules = Array.from(FINDING_KINDS, ([id, { summary, help }]) => ({
    id,
    shortDescription: { text: summary },
    help: { text: help },
  }));
  return {
    version: '2.1.0',
    $schema: SCHEMA,
    runs: [
      {
        tool: { driver: { name: 'waymark', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, about)),
      },
    ],
  };
}

const IDS = [...FINDING_KINDS.keys()];

function resultOf(finding: Finding, { places, base }: About) {
  const { level, kind, message, witness, rows, source } = finding;
  const related = rows.slice(1).flatMap((key) => {
    const place = places.get(key);
    return place === undefined ? [] : [{ ...locationOf(place, base), message: textOf(key) }];
  });
  return {
    ruleId: kind,
    ruleIndex: IDS.indexOf(kind),
    level: SARIF_LEVELS[level],
    message: textOf(message),
    ...(source && { locations: [locationOf(source, base)] }),
    ...(related.length > 0 && { relatedLocations: related.map((one, id) => ({ id, ...one })) }),
    properties: { rows, ...(witness && { request: sayRequest(witness) }) },
  };
}

function locationOf({ file, line, column }: Source, base: string) {
  return {
    physicalLocation: {
      artifactLocation: artifactOf(file, base),
      region: { startLine: line, startColumn: column },
    },
  };
}

function artifactOf(file: string, base: string) {
  if (!isBelow(base, file)) return { uri: pathToFileURL(file).href };
  const names = relative(base, file).split(sep);
  return { uri: names.map(encodeURIComponent).join('/'), uriBaseId: ROOT };
}

/** Escapes a bracket before a parenthesis, which would end a link's text. */
function textOf(text: string) {
  return { text: text.replaceAll('](', '\\](') };
}
