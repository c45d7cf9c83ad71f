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
