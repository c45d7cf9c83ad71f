/** Loads later what a visitor may need next, so the page keeps working without a network. */
import { SCRIPTS } from './sandbox.ts';

/** The parts, most important first. The tools below the table are left out: they are too large. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./editor.ts'),
  SCRIPTS.lookup,
  SCRIPTS.types,
  SCRIPTS.php,
  () => import('@codemirror/lang-php'),
];

/** Runs an action once the browser is idle. */
export function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: 2000 });
  else setTimeout(action, 200);
}

/**
 * Loads one part after the other, unless the visitor saves data.
 *
 * @returns whether all parts are loaded
 */
export async function preload(): Promise<boolean> {
  if (savesData()) return false;
  try {
    for (const load of PARTS) await load();
    return true;
  } catch {
    // The part is loaded again when it is needed.
    return false;
  }
}

/** Registers the service worker for this page only, unless the visitor saves data. */
export async function keepOffline(): Promise<void> {
  if (savesData()) return;
  const base = import.meta.env.BASE_URL;
  try {
    // Some private windows lack `serviceWorker`, and others forbid it.
    await navigator.serviceWorker?.register(`${base}playground-offline.js`, {
      scope: `${base}playground`,
    });
  } catch {
    // Without the service worker, the playground needs a network to open.
  }
}

function savesData(): boolean {
  // The cast: TypeScript's types lack `connection`, which two browsers do not support.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
