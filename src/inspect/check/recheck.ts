/** The package recheck, which may be missing, too old, or broken. */

/** What is needed of recheck. */
export interface Judge {
  check(source: string, flags: string, limits: Limits): Promise<Verdict>;
}

/** Milliseconds. */
export interface Limits {
  readonly timeout: number;
  readonly seedingTimeout: number;
  readonly incubationTimeout: number;
}

/** What makes an expression slow: the pumps, each repeated `base` times and `bias` more. */
export interface Attack {
  readonly pumps: readonly {
    readonly prefix: string;
    readonly pump: string;
    readonly bias: number;
  }[];
  readonly suffix: string;
  readonly base: number;
}

/** What recheck says of an expression. */
export type Verdict =
  | { readonly status: 'safe' }
  | {
      readonly status: 'vulnerable';
      readonly complexity: { readonly type: string; readonly summary: string };
      readonly attack: Attack;
    }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

/** How to load recheck. */
export interface Peer {
  /** Imports the module. */
  load(): Promise<unknown>;
  /** The version of the package; `null` if a runtime can't tell. */
  version(): Promise<string | null>;
}

/** The range that package.json asks for. */
export const RANGE = '^4.5.0';

/** The installed package. */
export const INSTALLED: Peer = {
  load: async () => required('recheck'),
  version: async () => {
    try {
      return (required('recheck/package.json') as { version: string }).version; // the cast: npm demands it
    } catch {
      return null;
    }
  },
};

/**
 * Loads a module at run time, from the packages of the application. No bundler follows it: webpack,
 * rspack and Turbopack fail for an import that they can't resolve, even if nothing calls it.
 */
function required(name: string): unknown {
  const { createRequire } = process.getBuiltinModule('node:module');
  return createRequire(import.meta.url)(name);
}

/**
 * Loads recheck.
 *
 * @param peer how
 * @returns recheck, or why it can't be used: a clause
 */
export async function loadRecheck(peer: Peer): Promise<Judge | string> {
  let loaded: unknown;
  try {
    loaded = await peer.load();
  } catch (error) {
    return isMissing(error)
      ? 'recheck is not installed; run npm i -D recheck'
      : `recheck throws as it is loaded: ${messageOf(error)}`;
  }
  const version = await peer.version();
  if (version !== null && !isInRange(version)) {
    return `recheck ${version} is installed; install ${RANGE}`;
  }
  return judgeOf(loaded) ?? `recheck has no function check; install ${RANGE}`;
}

/** The message of what was thrown, whatever it is. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The package itself is missing, and not one that it needs. */
function isMissing(error: unknown): boolean {
  const { code, message } = Object(error);
  return /MODULE_NOT_FOUND$/.test(String(code)) && /['"]recheck['"]/.test(String(message));
}

function isInRange(version: string): boolean {
  const [major, minor] = version.split('.').map(Number);
  const [wanted, least] = RANGE.slice(1).split('.').map(Number);
  return major === wanted && minor >= least;
}

/** A CommonJS module may have its functions on the default export only. */
function judgeOf(loaded: unknown): Judge | null {
  const { check, default: inside } = Object(loaded);
  if (typeof check === 'function') return { check };
  return inside === undefined ? null : judgeOf(inside);
}
