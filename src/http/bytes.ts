/** Bodies under a limit: reading, discarding, and counting the parts of a form. */

/** The number of bytes that are still read of a body that is too long. */
const DRAINED = 2 ** 24;

/**
 * Keeps reading while the response is sent, since a server with half a body keeps the connection
 * waiting for the rest. A body that doesn't end soon is cancelled, which closes the connection.
 * Cancelling at once would close it before the response is sent. Never rejects.
 */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let left = DRAINED; left > 0; ) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The client has disconnected.
  }
}

/**
 * Reads a body's bytes. The rest of a body that is too long stays unread, for the caller to drain or
 * to cancel.
 * @returns `null` if there are more bytes than the limit
 */
export async function readUpTo(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    // Also refuses chunks that are not bytes, whose size is not a number.
    if (!(size <= limit)) return null;
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** The parts of a form that are read by default. Parsing takes time for each, even if it is empty. */
export const MOST_PARTS = 1000;

/** Whether a multipart form has more parts than a limit (RFC 2046, section 5.1.1). */
export function hasMoreParts(bytes: Uint8Array, type: string, limit: number): boolean {
  // The text before a space begins a boundary in quotes, and so is enough to count it.
  // Without a boundary, the form is refused when it is parsed.
  const boundaries = Array.from(type.matchAll(/boundary="?([^";\s]+)/gi), ([, text]) =>
    text.replaceAll('\\', ''),
  );
  const text = new TextDecoder('latin1').decode(bytes);
  // Another parameter may contain the word, to hide the boundary that the parser uses. Clients send
  // it once, so more than two are refused: each costs a search.
  return (
    boundaries.length > 2 ||
    // One text is before the first part, and one behind the end of the last.
    boundaries.some((boundary) => text.split(`--${boundary}`, limit + 3).length > limit + 2)
  );
}
