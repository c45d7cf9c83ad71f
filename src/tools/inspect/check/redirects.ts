/** Finds redirects that browsers give up, and those to paths that nothing answers. */
import type { Resolution } from 'waymark';
import { quote, readRedirect } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import { samplePaths } from '../automata/shape.ts';
import { attempt, Unproved } from '../automata/translate.ts';
import {
  answers,
  type Inspection,
  methodsFor,
  type RequestLine,
  type Row,
  readTemplate,
  spell,
} from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import { sayKey } from '../say-key.ts';
import { doubt, type Finding } from './finding.ts';
import {
  languageInto,
  methodsOf,
  normalisedInto,
  type Redirect,
  Rounds,
  targetShape,
} from './rounds.ts';

/** The most redirects that browsers follow (Fetch Standard, "HTTP-redirect fetch"). */
const MOST = 20;

export function findLostRedirects(inspection: Inspection): Finding[] {
  const redirects = inspection.rows.flatMap((row) => pathRedirect(row) ?? []);
  return redirects.length === 0 ? [] : new Search(inspection, redirects).find();
}

class Search {
  /** A row is named in one finding only, although several redirects may lead into one circle. */
  private readonly named = new Set<string>();
  private readonly rounds: Rounds | Unproved;

  constructor(
    private readonly inspection: Inspection,
    private readonly redirects: readonly Redirect[],
  ) {
    this.rounds = attempt(() => new Rounds(inspection, redirects, MOST + 1, this.redirectsOf));
  }

  find(): Finding[] {
    return this.redirects.flatMap((redirect) => {
      if (this.named.has(redirect.row.key)) return [];
      const proof = proveReached(this.inspection, redirect.row);
      if (proof.kind !== 'reached') return [];
      const found = this.loopFrom(proof.request) ?? this.loopOf(redirect);
      if (found?.kind === 'redirect-loop') for (const key of found.rows) this.named.add(key);
      const finding = found ?? this.deadEnd(redirect, proof.request);
      return finding === null ? [] : [finding];
    });
  }

  private readonly redirectsOf = (request: RequestLine) => this.follow(request).requests.length - 1;

  /** Follows a request as a browser does. */
  private follow(start: RequestLine) {
    const { inspection } = this;
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

  private loopFrom(witness: RequestLine): Finding | null {
    const { requests, rows } = this.follow(witness);
    if (requests.length - 1 <= MOST) return null;
    const [first, second] = requests.slice(1).map(sayRequest);
    const message = `${quote(rows[0])} leads to more than ${MOST} redirects, so browsers give up: ${sayRequest(witness)} leads to ${first}, and that to ${second}.`;
    return { level: 'error', kind: 'redirect-loop', rows, message, witness };
  }

  /** Looks for another request of a row that leads to a loop. */
  private loopOf({ row }: Redirect): Finding | null {
    const { rounds } = this;
    if (rounds instanceof Unproved) return this.doubtful(row, 'leads to a loop', rounds);
    for (const method of methodsOf(this.inspection, row.method)) {
      const language = rounds.languageOf(row, method);
      if (language === null) continue;
      const proof = proveReached(this.inspection, row, {
        language: () => language,
        samples: [],
        accepts: (_, path) => isEndless(this.follow({ method, path: spell(path) }).requests),
        method,
      });
      if (proof.kind === 'reached') return this.loopFrom(proof.request);
      const isDoubtful = rounds.isSettled || language instanceof Unproved;
      if (proof.kind === 'unproved' && isDoubtful) {
        return this.doubtful(row, 'leads to a loop', proof);
      }
    }
    return null;
  }

  /** Reports a row none of whose requests, by any method, leads to an answer. */
  private deadEnd(redirect: Redirect, witness: RequestLine): Finding | null {
    const { inspection } = this;
    const { row } = redirect;
    const near = inspection.near(targetShape(redirect)).filter(({ to }) => to !== '');
    const others = [...near, ...inspection.nearTo(row), ...inspection.roots];
    for (const method of methodsFor(row.method, others)) {
      const next = nextMethod(redirect.status, method);
      const proof = proveReached(inspection, row, {
        language: () =>
          languageInto(inspection, redirect, () =>
            normalisedInto(
              inspection,
              near.filter((other) => answers(other, next)),
            ),
          ),
        samples: samplePaths(row.source),
        accepts: (answer) => this.isAnswered(answer, method),
        method,
      });
      if (proof.kind === 'reached') return null;
      if (proof.kind === 'unproved') {
        return this.doubtful(row, 'redirects to a path that a row answers', proof);
      }
    }
    const step = stepOf(inspection.serve(witness), witness);
    // Null if a param leads out of the folder, which the fetch handler answers with 404.
    if (step === null) return null;
    const last = inspection.serve(step.to);
    const why =
      last.status === 'blocked' ? `is blocked by ${sayKey(last.route)}` : 'no row answers';
    const target = `${sayRequest(step.to)}, which ${why}`;
    const message =
      row.template.groups.length === 0
        ? `${sayKey(row.key)} redirects to ${target}.`
        : `No request of ${sayKey(row.key)} is redirected to a path that a row answers: ${sayRequest(witness)} leads to ${target}.`;
    return { level: 'warning', kind: 'dead-redirect', rows: [row.key], message, witness };
  }

  private isAnswered(answer: Resolution, method: string): boolean {
    const step = stepOf(answer, { method, path: '' });
    return step !== null && this.inspection.serve(step.to).status === 'found';
  }

  private doubtful({ key }: Row, what: string, reason: { readonly reason: string }): Finding {
    return doubt([key], `Whether ${sayKey(key)} ${what}`, reason);
  }
}

/** Reads a row that redirects to a path; `null` for any other row. */
function pathRedirect(row: Row): Redirect | null {
  const redirect = readRedirect(row.to);
  if (redirect === null || redirect.origin !== '') return null;
  const { status, path } = redirect;
  const template = readTemplate(path.slice(1), row.pattern);
  return {
    row,
    status,
    target: { ...row, template },
    next: (method) => nextMethod(status, method),
  };
}

/** The method with which a browser follows a redirect (Fetch Standard, "HTTP-redirect fetch"). */
function nextMethod(status: string, method: string): string {
  const isGet = status === '303' ? method !== 'HEAD' : method === 'POST' && status < '303';
  return isGet ? 'GET' : method;
}

/**
 * Whether redirects go on for ever. A row that only removes the start of a path, such as `old(.*)`,
 * makes a long path follow many redirects too, but no visitor has it.
 */
function isEndless(requests: readonly RequestLine[]): boolean {
  const isRepeated = new Set(requests.map(sayRequest)).size < requests.length;
  const [first, last] = [requests[0], requests[requests.length - 1]];
  return requests.length - 1 > MOST && (isRepeated || last.path.length > first.path.length);
}

/** The redirecting row, and the request that a browser makes then; `null` for any other answer. */
function stepOf(answer: Resolution, { method }: RequestLine) {
  if (answer.status !== 'found' || answer.destination === null) return null;
  const redirect = readRedirect(answer.destination);
  if (redirect === null || redirect.origin !== '') return null;
  const { status, path } = redirect;
  // As the fetch handler writes it.
  const written = path.replace(/\/{2,}/g, '/');
  if (/\/\.\.?(?:\/|$)/.test(written)) return null;
  const to = { method: nextMethod(status, method), path: spell(written.slice(1).toWellFormed()) };
  return { row: String(answer.route), to };
}
