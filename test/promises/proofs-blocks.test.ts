/**
 * Checks the findings of `check` about blocks against every request of small tables, with and
 * without files.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Controller, createLoader, type Files } from '../../src/hmvc.ts';
import { createRouter, type Resolution, type Router } from '../../src/index.ts';
import { check, type Finding } from '../../src/tools/inspect.ts';
import { RUNS } from '../support/runs.ts';

const FEWER = { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 25) };

/** For any two patterns, the words include a segment that only one of them matches. */
const WORDS = ['a', 'b', 'users', 'login', 'index', '7'];
/** PUT represents all other methods, since no row is only for it. */
const METHODS = ['GET', 'POST', 'PUT'];

/** Every path of up to three words, including the empty one. */
const PATHS = ['', ...[1, 2, 3].flatMap(joined)];

function joined(count: number): string[] {
  if (count === 1) return WORDS;
  return joined(count - 1).flatMap((start) => WORDS.map((word) => `${start}/${word}`));
}

/**
 * Patterns decided by one segment of a path or by the whole rest; none captures part of a segment.
 */
const segment = fc.constantFrom('a', 'b', 'users', 'login', '(:any)', '(a|login)', '([a-z]+)');
const pattern = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(segment, { minLength: 1, maxLength: 3 }).map((all) => all.join('/')),
  },
  { weight: 1, arbitrary: segment.map((start) => `${start}/(.+)`) },
  { weight: 1, arbitrary: fc.constantFrom('(.+)', '(.*)', '/') },
);
const to = fc.constantFrom(
  ...['users/$1', 'users/login', 'a/$1', '$1', '$1/login', '$1/$2', 'users/login/$1', 'a/b/$1'],
);
const method = fc.constantFrom('', '', '', 'GET ', 'POST ');
const row = fc.tuple(method, pattern, to);
const block = fc.tuple(method, pattern, fc.constant(''));

interface Table {
  readonly [key: string]: string;
}

const table: fc.Arbitrary<Table> = fc
  .tuple(
    fc.array(row, { maxLength: 2 }),
    block,
    fc.array(fc.oneof({ weight: 4, arbitrary: row }, { weight: 1, arbitrary: block }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom<Table>({}, { default_controller: 'users/login' }),
  )
  .map(([before, own, after, settings]) => ({
    ...settings,
    ...Object.fromEntries(
      [...before, own, ...after].map(([method, from, to]) => [
        `${method}/${from}`.replace('//', '/'),
        to,
      ]),
    ),
  }));

class Users extends Controller {
  index() {}
  login() {}
}

class Other extends Controller {
  a() {}
  b() {}
}

const CLASSES = { users: Users, a: Other, b: Users } as const;
const FILES: Record<string, keyof typeof CLASSES> = {
  'application/controllers/users.ts': 'users',
  'application/controllers/a.ts': 'a',
  'application/modules/users/controllers/users.ts': 'users',
  'application/modules/a/controllers/b.ts': 'b',
};
const files = fc
  .subarray(Object.keys(FILES), { minLength: 1 })
  .map(
    (paths): Files =>
      Object.fromEntries(
        paths.map((path) => [path, async () => ({ default: CLASSES[FILES[path]] })]),
      ),
  );

/** Compares the actions that destinations run. */
interface Runs {
  /** True if a destination runs another one's action, with its arguments and perhaps more. */
  same(action: string, destination: string): boolean;
  /**
   * Ignores the arguments if the first `written` segments name the action; otherwise returns
   * `null`.
   */
  whole(action: string, written: number): ((destination: string) => boolean) | null;
}

/** Without files: an action has arguments, and the index is optional. */
const sameText = (action: string, destination: string): boolean => {
  const own = action.includes('/') ? action : `${action}/index`;
  const [, controller] = /^(.+)\/index$/.exec(own) ?? [];
  return (
    `${destination}/`.startsWith(`${own}/`) ||
    destination === controller ||
    (controller !== undefined && destination.startsWith(`${controller}//`)) ||
    destination === `${controller}/`
  );
};

const runsText: Runs = {
  same: sameText,
  whole: (action, written) => {
    const own = action.split('/').slice(0, written).join('/');
    return written < 2 ? null : (destination) => sameText(own, destination);
  },
};

function runsFile(files: Files, router: Router): Runs {
  const loader = createLoader(files, { settings: router.settings });
  const runOf = (destination: string) => {
    for (const { file, action, args } of loader.places(destination)) {
      const own = CLASSES[FILES[file.path]].prototype;
      if (Object.hasOwn(own, action) && action !== 'constructor') return { file, action, args };
    }
    return null;
  };
  const compare = (action: string, destination: string, isWhole: boolean) => {
    const [own, other] = [runOf(action), runOf(destination)];
    if (own === null || other === null) return false;
    const isSame = own.file === other.file && own.action === other.action;
    return isSame && (isWhole || own.args.every((arg, index) => other.args[index] === arg));
  };
  return {
    same: (action, destination) => compare(action, destination, false),
    whole(action, written) {
      const run = runOf(action);
      if (run === null || action.split('/').length - run.args.length > written) return null;
      return written === 0 ? null : (destination) => compare(action, destination, true);
    },
  };
}

interface Leak {
  readonly block: string;
  readonly route: string | null;
  readonly path: string;
  readonly level: 'error' | 'warning';
}

/**
 * The certainty that an answer with a route and a destination is a leak; `null` if it isn't one.
 */
type LevelOf = (route: string | null, destination: string) => Leak['level'] | null;

/** Applies the rule to one table by trying every request. */
class Oracle {
  readonly router: Router;
  readonly keys: readonly string[];
  private readonly alone: ReadonlyMap<string, Router>;

  constructor(
    readonly table: Table,
    private readonly autoRoute: boolean,
    private readonly runs: Runs,
    private readonly files: boolean,
  ) {
    this.router = createRouter(table, { autoRoute });
    this.keys = Object.keys(table).filter((key) => key !== 'default_controller');
    this.alone = new Map(this.keys.map((key) => [key, createRouter({ [key]: table[key] })]));
  }

  ask(method: string, path: string): Resolution {
    return this.router.resolve(method, `/${path}`);
  }

  matches(key: string, method: string, path: string): boolean {
    return routeOf(this.alone.get(key)?.resolve(method, `/${path}`)) === key;
  }

  destination(key: string, method: string, path: string): string {
    const answer = this.alone.get(key)?.resolve(method, `/${path}`);
    return answer?.status === 'found' ? String(answer.destination) : '';
  }

  private blocked(block: string): { method: string; path: string }[] {
    return METHODS.flatMap((method) =>
      PATHS.filter((path) => path !== '' && routeOf(this.ask(method, path)) === block).map(
        (path) => ({ method, path }),
      ),
    );
  }

  /** True if a row reaches only targets of blocked paths, found by a row or by name. */
  leadsOnlyTo(block: string, route: string): boolean {
    const blocked = this.blocked(block);
    const later = this.keys.slice(this.keys.indexOf(block) + 1);
    const named = (text: string) => (destination: string) =>
      text !== '' && (this.runs.same(text, destination) || sameText(text, destination));
    const all = blocked.flatMap(({ method, path }) => {
      const behind = later.find((key) => this.matches(key, method, path));
      if (behind === undefined) return [named(path)];
      const whole = this.wholeAction(block, behind, method, path);
      return [named(path), whole ?? named(this.destination(behind, method, path))];
    });
    return METHODS.every((method) =>
      PATHS.every((path) => {
        const answer = this.ask(method, path);
        if (answer.status !== 'found' || answer.route !== route) return true;
        return all.some((isNamed) => isNamed(String(answer.destination)));
      }),
    );
  }

  /** The requests that reach protected destinations, by the rule. */
  leaks(block: string): Leak[] {
    const later = this.keys.slice(this.keys.indexOf(block) + 1);
    const levels = new Map<string, LevelOf>();
    for (const { method, path } of this.blocked(block)) {
      const behind = later.find((key) => this.matches(key, method, path));
      const name = `${path} ${behind}`;
      if (!levels.has(name)) levels.set(name, this.levelsOf(block, behind, method, path));
    }
    const found: Leak[] = [];
    for (const method of METHODS.filter((each) => isFor(block, each))) {
      for (const path of PATHS) {
        const answer = this.ask(method, path);
        if (answer.status !== 'found' || answer.route === 'default_controller') continue;
        const { route, destination } = answer;
        for (const levelOf of levels.values()) {
          const level = levelOf(route, String(destination));
          if (level !== null) found.push({ block, route, path, level });
        }
      }
    }
    return found;
  }

  /** True if every path that a row behind a block matches is blocked. */
  private isInside(block: string, behind: string, method: string): boolean {
    return PATHS.every(
      (each) => !this.matches(behind, method, each) || this.matches(block, method, each),
    );
  }

  /** The action of a row behind a block if all its arguments are blocked; else `null`. */
  private wholeAction(block: string, behind: string, method: string, path: string) {
    const to = this.table[behind];
    if (!hasReference(behind, to) || !this.isInside(block, behind, method)) return null;
    return this.runs.whole(this.destination(behind, method, path), writtenIn(to));
  }

  /** The certainty of leaks for a blocked path, with or without a row behind the block. */
  private levelsOf(
    block: string,
    behind: string | undefined,
    method: string,
    path: string,
  ): LevelOf {
    const to = behind === undefined ? '' : this.destination(behind, method, path);
    const isAny =
      behind !== undefined &&
      this.matches(behind, method, ['nosuchpage', ...path.split('/').slice(1)].join('/'));
    const matching = this.keys.some(
      (key) => key !== block && METHODS.some((each) => this.matches(key, each, path)),
    );
    const isSure = (this.autoRoute && !matching) || this.files;
    const [head] = path.split('/');
    const isKnown = this.keys.some((key) => {
      const other = this.table[key];
      return other !== '' && namesController(key, other) && other.split('/')[0] === head;
    });
    const byName: LevelOf = (route, destination) => {
      if (!this.runs.same(path, destination)) return null;
      if (behind !== undefined && !isAny) return to === '' ? null : 'warning';
      if (isSure || route === null || namesController(route, this.table[route])) return 'error';
      return isKnown ? 'warning' : null;
    };
    if (behind === undefined || to === '') return byName;
    const refers = hasReference(behind, this.table[behind]);
    const whole = refers ? this.runs.whole(to, writtenIn(this.table[behind])) : null;
    const inside = this.isInside(block, behind, method);
    const certain = inside || to === path || !isAny || !refers || this.files;
    return (route, destination) => {
      const protects =
        whole !== null && inside ? whole(destination) : this.runs.same(to, destination);
      if (!protects || (whole !== null && !inside && behind === route)) {
        return byName(route, destination);
      }
      return certain ? 'error' : 'warning';
    };
  }
}

function routeOf(answer: Resolution | undefined): string | null {
  return answer?.status === 'found' || answer?.status === 'blocked' ? answer.route : null;
}

function isFor(key: string, method: string): boolean {
  const [own, pattern] = key.split(' ');
  return pattern === undefined || own === method;
}

/** True if a destination refers to groups; if the key has no parenthesis, `$1` is plain text. */
function hasReference(key: string, to: string): boolean {
  return to.includes('$') && key.includes('(');
}

/** The number of segments before a destination's first reference. */
function writtenIn(to: string): number {
  return to.split('$')[0].split('/').length - 1;
}

function namesController(key: string, to: string): boolean {
  return !hasReference(key, to) || /^[^$/]+\//.test(to);
}

/**
 * True if a row was meant to reach a protected destination, or if the block is too open to tell.
 */
function isMeant(oracle: Oracle, block: string, route: string): boolean {
  const isInside = METHODS.every((method) =>
    PATHS.every(
      (path) =>
        !oracle.matches(route, method, path) ||
        METHODS.some((each) => oracle.matches(block, each, path)),
    ),
  );
  return isInside || /:any|[+*]/.test(block) || oracle.leadsOnlyTo(block, route);
}

const ofBlock = (findings: readonly Finding[], block: string) =>
  findings.filter(({ kind, rows }) => kind !== 'unreached' && rows[0] === block);

describe.each([
  ['without files', false],
  ['with files', true],
])('for any small table, %s,', (_, withFiles) => {
  it.each([false, true])(
    'every leak of a block is reported, and every error is one; autoRoute: %s',
    async (autoRoute) => {
      await fc.assert(
        fc.asyncProperty(table, files, async (table, files) => {
          const runs = withFiles ? runsFile(files, createRouter(table)) : runsText;
          const oracle = new Oracle(table, autoRoute, runs, withFiles);
          const findings = await check(table, { autoRoute, ...(withFiles ? { files } : {}) });
          for (const block of oracle.keys.filter((key) => table[key] === '')) {
            const own = ofBlock(findings, block);
            const leaks = oracle.leaks(block);
            const missed = leaks.find(({ route, level }) => {
              if (route !== null && isMeant(oracle, block, route)) return false;
              return !own.some(
                (finding) =>
                  finding.kind === 'unproved' ||
                  (finding.level === 'error' && level === 'warning') ||
                  finding.rows.includes(route ?? block),
              );
            });
            expect(missed, `a leak of ${block}`).toBeUndefined();
            for (const { kind, level, witness } of own) {
              if (kind !== 'block-action' || level !== 'error' || witness === undefined) continue;
              const path = witness.path.slice(1);
              if (!PATHS.includes(path)) continue;
              const true_ = leaks.filter((leak) => leak.path === path);
              expect(true_, `an error of ${block} at ${path}`).not.toEqual([]);
            }
          }
        }),
        FEWER,
      );
    },
    600_000,
  );
});
