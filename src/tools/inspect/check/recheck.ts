/** Loads the package recheck, which may be missing, too old, or broken. */

/** The members of recheck that are used. */
export interface Judge {
  check(source: string, flags: string, limits: Limits): Promise<Verdict>;
}

/** In milliseconds. */
export interface Limits {
  readonly timeout: number;
  readonly seedingTimeout: number;
  readonly incubationTimeout: number;
}

/** A text that makes an expression slow. Each pump is repeated `base + bias` times. */
export interface Attack {
  readonly pumps: readonly {
    readonly prefix: string;
    readonly pump: string;
    readonly bias: number;
  }[];
  readonly suffix: string;
  readonly base: number;
}

/** recheck's verdict on an expression. */
export type Verdict =
  | { readonly status: 'safe' }
  | {
      readonly status: 'vulnerable';
      readonly complexity: { readonly type: string; readonly summary: string };
      readonly attack: Attack;
    }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

/** Loads recheck. */
export interface Peer {
  /** Imports the module. */
  load(): Promise<unknown>;
  /** The version of the package; `null` if unknown. */
  version(): Promise<string | null>;
}

/** The version range in package.json. */
export const RANGE = '^4.5.0';

/** The installed package. */
export const INSTALLED: Peer = {
  load: async () => required('recheck'),
  version: async () => {
    try {
      return (required('recheck/package.json') as { version: string }).version; // the cast: npm requires a version
    } catch {
      return null;
    }
  },
};

/**
 * Loads a module from the application's packages at run time. An `import` would break builds with
 * webpack, rspack and Turbopack, which fail if they can't resolve it, even if it never runs.
 */
function required(name: string): unknown {
  const { createRequire } = process.getBuiltinModule('node:module');
  return createRequire(import.meta.url)(name);
}

/**
 * Loads recheck.
 *
 * @param peer loads the module and reads its version
 * @returns recheck, or a clause that says why it can't be used
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

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether recheck itself is missing, rather than one of its dependencies. */
function isMissing(error: unknown): boolean {
  const { code, message } = Object(error);
  return /MODULE_NOT_FOUND$/.test(String(code)) && /['"]recheck['"]/.test(String(message));
}

function isInRange(version: string): boolean {
  const [major, minor] = version.split('.').map(Number);
  const [wanted, least] = RANGE.slice(1).split('.').map(Number);
  return major === wanted && minor >= least;
}

/** Finds the function. A CommonJS module may have it only on the default export. */
function judgeOf(loaded: unknown): Judge | null {
  const { check, default: inside } = Object(loaded);
  if (typeof check === 'function') return { check };
  return inside === undefined ? null : judgeOf(inside);
}
