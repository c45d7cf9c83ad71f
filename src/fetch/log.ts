/** Logs an error, which may be a value that the console fails to print, such as one whose `stack` throws. */
export function log(error: unknown): void {
  try {
    console.error(error);
  } catch {
    console.error(UNPRINTABLE);
  }
}

const UNPRINTABLE = "waymark: a request failed with an error that console.error can't print";
