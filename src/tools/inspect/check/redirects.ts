/** Finds redirects that browsers give up, and those to a path that nothing answers. */
import type { Resolution } from 'waymark';
import { quote, REDIRECT } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import { type Inspection, type RequestLine, type Row, spell } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import type { Finding } from './finding.ts';

/** The most redirects that browsers follow (Fetch Standard, "HTTP-redirect fetch"). */
const MOST = 20;

/** A row is named in one finding only, although several redirects may lead into one circle. */
export function findLostRedirects(inspection: Inspection): Finding[] {
  const named = new Set<string>();
  return inspection.rows.flatMap((row): Finding[] => {
    if (!REDIRECT.test(row.to) || named.has(row.key)) return [];
    const proof = proveReached(inspection, row);
    const finding = proof.kind === 'reached' ? findingOf(inspection, row, proof.request) : null;
    if (finding === null) return [];
    for (const key of finding.rows) named.add(key);
    return [finding];
  });
}

function findingOf(inspection: Inspection, row: Row, witness: RequestLine): Finding | null {
  const { requests, rows } = follow(inspection, witness);
  const [first, second] = requests.map(sayRequest).slice(1);
  const own = quote(row.key);
  if (requests.length - 1 > MOST) {
    const message = `${own} leads to more than ${MOST} redirects, so browsers give up: ${sayRequest(witness)} leads to ${first}, and that to ${second}.`;
    return { level: 'error', kind: 'redirect-loop', rows, message, witness };
  }
  const target = requests[1];
  // Another value of a group may lead to a row.
  if (target === undefined || row.template.groups.length > 0) return null;
  const last = inspection.serve(target);
  if (last.status === 'found') return null;
  const why = last.status === 'blocked' ? `is blocked by ${quote(last.route)}` : 'no row answers';
  const message = `${own} redirects to ${sayRequest(target)}, which ${why}.`;
  return { level: 'warning', kind: 'dead-redirect', rows: [row.key], message, witness };
}

/** Follows a request as a browser does. */
function follow(inspection: Inspection, start: RequestLine) {
  const requests = [start];
  const rows = new Set<string>();
  let step = stepOf(inspection.serve(start), start);
  while (step !== null && requests.length <= MOST + 1) {
    rows.add(step.row);
    requests.push(step.to);
    step = stepOf(inspection.serve(step.to), step.to);
  }
  return { requests, rows: [...rows] };
}

/** The redirecting row, and the request that a browser makes then; `null` for any other answer. */
function stepOf(answer: Resolution, { method }: RequestLine) {
  if (answer.status !== 'found' || answer.handler !== undefined) return null;
  const [, status, origin, path] = REDIRECT.exec(answer.destination) ?? [];
  if (path === undefined || origin !== undefined) return null;
  const isGet = status === '303' || (method === 'POST' && status < '303');
  // As the fetch handler writes it.
  const sent = spell(path.replace(/\/{2,}/g, '/').slice(1));
  return { row: String(answer.route), to: { method: isGet ? 'GET' : method, path: sent } };
}
