/**
 * Stryker's runner for waymark: test files stay loaded in one thread, and a mutant gets the tests
 * that reach it, the likely and quick ones first, until one fails.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { Logger } from '@stryker-mutator/api/logging';
import {
  commonTokens,
  declareFactoryPlugin,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { createEnvironment, type Environment } from './environment.ts';
import type { Test } from './suite.ts';

type Counts = Readonly<Record<string, number>>;

/** What the instrumented sources read and write. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  counting?: boolean;
  mutantCoverage?: { static: Counts; perTest: Record<string, Counts> };
}

interface DryRun {
  readonly duration: Counts;
  /** By mutant: how often the test that reaches it most does. */
  readonly hits: Counts;
  /** By file of the sources: the tests that reach a mutant in it as they run. */
  readonly reached: Readonly<Record<string, readonly string[]>>;
}

/** Where the dry run is kept for the other processes, in the folder of Stryker's copy. */
const DRY_RUN = 'waymark-dry-run.json';

/** The tests may replace the timers. */
const { setTimeout, clearTimeout } = globalThis;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The tests of the tools reach all of the core, and notice little there that its own do not. */
const isOfTools = (file: string) => /^(?:src|test)\/(?:cli|import|inspect)/.test(file);

/** A test that takes longer, in ms, is not run for each mutant. */
const LONGEST = 3000;

/** How much memory, in bytes, environments that are no longer used may keep. */
const MOST_MEMORY = 2e9;

const passes = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** A test that does not end, or that waits for what a mutant keeps from it. */
class OutOfTime extends Error {}

/** A test whose file can't be loaded with a mutant. */
class Unloadable extends Error {}

const killed = (
  failureMessage: string,
  killedBy: string[],
  nrOfTests: number,
): MutantRunResult => ({ status: MutantRunStatus.Killed, killedBy, failureMessage, nrOfTests });

const STARTED = '__waymarkTest';
const start = new Script(`${STARTED}()`);

/** Runs a test for so many ms at most; what it does before it first waits is stopped by the engine. */
async function within(time: number, run: () => Promise<void>): Promise<void> {
  Reflect.set(globalThis, STARTED, run);
  let work: Promise<void>;
  try {
    work = start.runInThisContext({ timeout: time });
  } catch {
    throw new OutOfTime();
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime()), time);
  });
  try {
    await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

class Runner implements TestRunner {
  readonly #root = process.cwd();
  readonly #shared: Instrumented;
  /** By file of the sources: the tests that have noticed a mutant in it. */
  readonly #noticed = new Map<string, Set<string>>();
  #environment: Environment;
  #dryRun: DryRun | null = null;

  constructor(
    namespace: string,
    private readonly logger: Logger,
  ) {
    this.#shared = Reflect.get(globalThis, namespace) ?? {};
    Reflect.set(globalThis, namespace, this.#shared);
    this.#environment = createEnvironment(this.#root);
    // What a test leaves to itself may fail after it.
    process.on('unhandledRejection', () => undefined);
    process.setMaxListeners(0);
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    this.#shared.counting = true;
    await this.#renew();
    const { files, load } = this.#environment;
    const tests = files.flatMap((file) => [...load(file).values()]);
    const results: TestResult[] = [];
    for (const { id, name, file: fileName, run } of tests) {
      this.#shared.currentTestId = id;
      const start = performance.now();
      const failureMessage = await run().then(() => null, messageOf);
      const own = { id, name, fileName, timeSpentMs: performance.now() - start };
      results.push(
        failureMessage === null
          ? { ...own, status: TestStatus.Success }
          : { ...own, status: TestStatus.Failed, failureMessage },
      );
    }
    this.#shared.counting = false;
    this.#shared.currentTestId = undefined;
    const mutantCoverage = this.#shared.mutantCoverage ?? { static: {}, perTest: {} };
    // A test that uses up what its file has made can't be run for one mutant after the other.
    for (const [index, { id, run }] of tests.entries()) {
      const result = results[index];
      if (result?.status !== TestStatus.Success) continue;
      const start = performance.now();
      const isRepeatable = await passes(run());
      // Without counting the mutants, as for each of them.
      const timeSpentMs = performance.now() - start;
      const isChosen = isRepeatable && timeSpentMs < LONGEST;
      const status = isChosen ? TestStatus.Success : TestStatus.Skipped;
      results[index] = { ...result, status, timeSpentMs };
      if (isChosen) continue;
      const reason = isRepeatable ? 'it takes long' : 'it runs only once';
      this.logger.warn(`left out, since ${reason}: ${id.slice(0, 120)}`);
      delete mutantCoverage.perTest[id];
    }
    const duration = Object.fromEntries(
      results
        .filter(({ status }) => status === TestStatus.Success)
        .map(({ id, timeSpentMs }) => [id, timeSpentMs]),
    );
    const kept: DryRun = { duration, ...this.#summarise(mutantCoverage.perTest) };
    writeFileSync(DRY_RUN, JSON.stringify(kept));
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (process.memoryUsage().heapUsed > MOST_MEMORY) {
      throw new Error('What was loaded before takes memory: this process starts anew.');
    }
    if (options.reloadEnvironment) await this.#renew();
    const result = await this.#tryTests(options);
    if (result) return result;
    // A mutant before this one has left something behind.
    await this.#renew();
    const second = await this.#tryTests(options);
    if (second) return second;
    throw new Error('A test fails without a mutant: this process starts anew.');
  }

  #summarise(perTest: Readonly<Record<string, Counts>>): Pick<DryRun, 'hits' | 'reached'> {
    const fileOf = new Map<string, string>();
    for (const file of readdirSync('src', { encoding: 'utf8', recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const calls = readFileSync(join('src', file), 'utf8').matchAll(/stryCov_\w+\(([^)]*)\)/g);
      for (const [, ids = ''] of calls) {
        for (const id of ids.match(/\d+/g) ?? []) fileOf.set(id, join('src', file));
      }
    }
    const hits: Record<string, number> = {};
    const reached: Record<string, string[]> = {};
    for (const [test, counts] of Object.entries(perTest)) {
      const files = new Set<string>();
      for (const [id, count] of Object.entries(counts)) {
        hits[id] = Math.max(hits[id] ?? 0, count);
        files.add(fileOf.get(id) ?? '');
      }
      for (const file of files) {
        reached[file] ??= [];
        reached[file].push(test);
      }
    }
    return { hits, reached };
  }

  /** Runs the tests of a mutant; null if one fails without the mutant, too. */
  async #tryTests({
    activeMutant: { id },
    mutantActivation,
    sandboxFileName,
    testFilter,
  }: MutantRunOptions): Promise<MutantRunResult | null> {
    this.#dryRun ??= JSON.parse(readFileSync(DRY_RUN, 'utf8')) as DryRun; // the cast: dryRun wrote it
    const { duration, hits, reached } = this.#dryRun;
    const source = sandboxFileName.slice(this.#root.length + 1);
    const noticed = this.#noticed.get(source) ?? new Set();
    this.#noticed.set(source, noticed);
    const own = source.replace('src/', 'test/').replace('.ts', '');
    const isStatic = mutantActivation === 'static';
    // A static mutant may change any test: it gets those that reach its file, and those of its folder.
    const wanted = new Set(testFilter ?? reached[source] ?? []);
    const folder = own.split('/', 2).join('/');
    const chosen = Object.keys(duration).filter(
      (test) =>
        (wanted.size === 0 || wanted.has(test) || (isStatic && test.startsWith(`${folder}/`))) &&
        (isOfTools(source) || !isOfTools(test)),
    );
    const rank = (test: string) => {
      const time = duration[test] ?? 0;
      if (noticed.has(test)) return time - 3000;
      return test.startsWith(own) ? time - 2000 : time;
    };
    const shared = this.#shared;
    let count = 0;
    for (const name of chosen.toSorted((a, b) => rank(a) - rank(b))) {
      count++;
      const test = this.#find(name, isStatic ? id : undefined);
      if (test instanceof Unloadable) return isStatic ? killed(test.message, [], count) : null;
      if (!test) continue;
      shared.activeMutant = id;
      shared.hitCount = 0;
      shared.hitLimit = 100 * (hits[id] ?? 0) + 10_000;
      const limit = Math.ceil(1000 + 10 * (duration[test.id] ?? 0));
      const failure = await within(limit, test.run).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const outOfHits = shared.hitCount > shared.hitLimit;
      shared.activeMutant = undefined;
      shared.hitCount = undefined;
      if (outOfHits || failure?.error instanceof OutOfTime) {
        if (!outOfHits) await this.#renew();
        return { status: MutantRunStatus.Timeout };
      }
      if (!failure) continue;
      // What was loaded with its mutant can't be tried without it, and is loaded for it alone.
      const isSound = isStatic || (await passes(within(limit, test.run)));
      if (!isSound) return null;
      noticed.add(test.id);
      return killed(messageOf(failure.error), [test.id], count);
    }
    return { status: MutantRunStatus.Survived, nrOfTests: count };
  }

  /** Finds a test; with a mutant in what its file does as it is loaded, if it is not loaded yet. */
  #find(id: string, mutant: string | undefined): Test | Unloadable | undefined {
    this.#shared.activeMutant = mutant;
    this.#shared.hitCount = 0;
    this.#shared.hitLimit = 1e6;
    try {
      const tests = this.#environment.load(id.slice(0, id.indexOf('#')));
      return tests.get(id);
    } catch (error) {
      return new Unloadable(messageOf(error));
    } finally {
      this.#shared.activeMutant = undefined;
      this.#shared.hitCount = undefined;
    }
  }

  /** Has each test file loaded anew. */
  async #renew(): Promise<void> {
    await this.#environment.dispose();
    this.#environment = createEnvironment(this.#root);
  }
}

const create = (logger: Logger) => new Runner('__stryker__', logger);
create.inject = tokens(commonTokens.logger);
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'waymark', create)];
