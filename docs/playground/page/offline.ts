/** Has the browser keep the playground, so that it opens without a network. */
import { savesData } from './preload.ts';

/** Registers the service worker for this page alone, unless the visitor saves data. */
export async function keepOffline(): Promise<void> {
  if (savesData()) return;
  const base = import.meta.env.BASE_URL;
  try {
    // It is missing in some private windows, and forbidden in others.
    await navigator.serviceWorker?.register(`${base}playground-offline.js`, {
      scope: `${base}playground`,
    });
  } catch {
    // The playground then needs a network to open.
  }
}
