/** Loads the parts that a visitor may need next, so the page keeps working without a network. */
import { PROGRAMS } from './sandbox.ts';

/** The parts, most important first. The tools below the table are left out: they are too large. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./editor.ts'),
  () => import('./complete.ts'),
  () => import('virtual:playground/lookup'),
  () => import('virtual:playground/types'),
  PROGRAMS.php,
  () => import('@codemirror/lang-php'),
];

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

/** Whether the browser is set to save data. */
export function savesData(): boolean {
  // The cast: TypeScript's types lack `connection`, which two browsers do not support.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
