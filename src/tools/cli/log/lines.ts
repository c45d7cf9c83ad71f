/** Reads the lines of logs one at a time. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UsageError } from '../command.ts';
import { messageOf } from '../load/failure.ts';

/** A longer line can't be a request that a server accepted. */
const LONGEST = 65_536;

/** The first bytes of a compressed file. */
const GZIP = [0x1f, 0x8b];

type Take = (line: string | null) => unknown;

/**
 * Calls a function with each line of a log.
 *
 * @param file its path; may be compressed with gzip
 * @param cwd the folder to which the path is relative
 * @param take receives each line, and `null` for a line that is too long
 * @throws {UsageError} if the file can't be read
 */
export async function readLines(file: string, cwd: string, take: Take): Promise<void> {
  const path = resolve(cwd, file);
  try {
    const isPacked = await isCompressed(path);
    const stream = createReadStream(path);
    const split = splitter(take);
    await (isPacked ? pipeline(stream, createGunzip(), split) : pipeline(stream, split));
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${messageOf(error)}`);
  }
}

async function isCompressed(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return bytesRead === GZIP.length && GZIP.every((byte, at) => buffer[at] === byte);
  } finally {
    await handle.close();
  }
}

/** Splits chunks into lines. Each byte becomes a character, since requests are ASCII. */
function splitter(take: Take) {
  return async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    let rest = '';
    let isCut = false;
    const end = async (line: string) => {
      const isLong = isCut || line.length > LONGEST;
      isCut = false;
      if (isLong) await take(null);
      else if (line !== '' && line !== '\r') {
        await take(line.endsWith('\r') ? line.slice(0, -1) : line);
      }
    };
    for await (const chunk of chunks) {
      const [first, ...others] = chunk.toString('latin1').split('\n');
      rest += first;
      for (const next of others) {
        await end(rest);
        rest = next;
      }
      if (rest.length > LONGEST) [rest, isCut] = ['', true];
    }
    await end(rest);
  };
}
