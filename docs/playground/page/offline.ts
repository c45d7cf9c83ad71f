/** Makes the playground available without a network. */
import { savesData } from './preload.ts';

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
