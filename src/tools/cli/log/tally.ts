/** Counts a table's answers to logged requests. */
import type { Resolution, Router } from 'waymark';
import type { Logged } from './lines.ts';

/** Requests with the same method and path, which a table answers alike. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly answer: Resolution;
  /** Whether nothing answers: no row, or no action. */
  readonly isMissing: boolean;
  /** Whether no row leads to the action that answers, or may answer: `autoRoute` does. */
  readonly isAuto: boolean;
  /** The answer of the second table; `null` if there is none, or if it is the same. */
  readonly other: Resolution | null;
  count: number;
  readonly statuses: Statuses;
}

/**
 * The number of times each status was logged; `-` if there was none. In a plain object, V8 would
 * take a status for an index, and reserve 5 KB for each request.
 */
export class Statuses extends Map<string, number> {
  count(status: string): void {
    this.set(status, (this.get(status) ?? 0) + 1);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this);
  }
}

/** Whether an action answers; `null` if that is unknown. */
export type Find = (answer: Resolution) => Promise<boolean | null>;

/** The maximum number of paths kept, since a log may have any number. */
const MOST_PATHS = 100_000;

export class Tally {
  total = 0;
  unread = 0;
  sample: string | null = null;
  /** The number of requests that each row answers; `null` is `autoRoute`. */
  readonly byRow = new Map<string | null, number>();
  missing = 0;
  /** The number of requests of which the files would tell whether an action answers. */
  unknown = 0;
  /** How many of both were logged with a status below 400. */
  lost = 0;
  different = 0;
  /** Requests that no row answers, that `autoRoute` answers, or that the second table changes. */
  readonly asked = new Map<string, Asked>();
  isCapped = false;

  constructor(
    private readonly router: Router,
    private readonly second: Router | null,
    private readonly find: Find,
  ) {}

  /** Counts a line without a request; `null` is a line that is too long. */
  skip(line: string | null): void {
    this.unread += 1;
    this.sample ??= line;
  }

  async add({ method, path, status }: Logged): Promise<void> {
    this.total += 1;
    const answer = this.router.serve(method, path);
    const other = this.second?.serve(method, path) ?? null;
    const found = await this.find(answer);
    const isDifferent = other !== null && keyOf(answer) !== keyOf(other);
    if (answer.status === 'found') {
      this.byRow.set(answer.route, (this.byRow.get(answer.route) ?? 0) + 1);
    }
    if (found === false) this.missing += 1;
    if (found === null) this.unknown += 1;
    if (found !== true && status !== null && status < 400) this.lost += 1;
    if (isDifferent) this.different += 1;
    const isMissing = found === false;
    const isAuto = !isMissing && answer.status === 'found' && answer.route === null;
    if (!isMissing && !isAuto && !isDifferent) return;
    const asked = { method, path, answer, isMissing, isAuto, other: isDifferent ? other : null };
    const kept = this.asked.get(`${method} ${path}`) ?? this.keep(asked);
    if (kept === null) return;
    kept.count += 1;
    kept.statuses.count(String(status ?? '-'));
  }

  private keep(asked: Omit<Asked, 'count' | 'statuses'>): Asked | null {
    if (this.asked.size >= MOST_PATHS) {
      this.isCapped = true;
      return null;
    }
    // A copy, since a slice of a line would keep the whole chunk of the log alive.
    const path = Buffer.from(asked.path).toString();
    const kept: Asked = { ...asked, path, count: 0, statuses: new Statuses() };
    this.asked.set(`${asked.method} ${path}`, kept);
    return kept;
  }
}

/** Equal for two answers with the same result, whichever row gave them. */
function keyOf(answer: Resolution): string {
  switch (answer.status) {
    case 'found':
      return `found ${answer.destination ?? answer.route} ${JSON.stringify(answer.params)}`;
    case 'method-not-allowed':
      return `${answer.status} ${answer.allow.join()}`;
    default:
      return answer.status;
  }
}
