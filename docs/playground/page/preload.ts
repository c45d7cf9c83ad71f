/** Loads the parts that a visitor may need next, so that the page works without a network. */
import { PROGRAMS } from './sandbox.ts';

/** The parts, the most wanted first. The tools at the end of the page, and their programs, are too large. */
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
 * @returns whether all are there
 */
export async function preload(): Promise<boolean> {
  if (savesData()) return false;
  try {
    for (const load of PARTS) await load();
    return true;
  } catch {
    // It is loaded when it is needed, if there is a network then.
    return false;
  }
}

/** Whether the visitor asked the browser to save data. */
export function savesData(): boolean {
  // `connection` is missing in TypeScript's types, since two browsers do not have it.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
