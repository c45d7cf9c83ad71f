/** Reads the CPU time of the browser's processes from Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** The length of a CPU tick of Linux, in milliseconds. */
const TICK = 10;

/**
 * Finds the renderer processes of the browser that this process started.
 *
 * @returns the CPU time of each in milliseconds, by process id
 */
export function renderers(): Map<number, number> {
  const all = new Map(
    readdirSync('/proc').flatMap((id) => {
      const read = /^\d+$/.test(id) ? readProcess(Number(id)) : null;
      return read === null ? [] : [[read.id, read] as const];
    }),
  );
  const isOurs = (id: number): boolean => {
    const parent = all.get(id)?.parent;
    return parent === process.pid || (parent !== undefined && isOurs(parent));
  };
  const ours = [...all.values()].filter(({ id, isRenderer }) => isRenderer && isOurs(id));
  return new Map(ours.map(({ id, time }) => [id, time]));
}

function readProcess(id: number) {
  try {
    const isRenderer = readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer');
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name in parentheses may contain anything. The third field follows it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
    return { id, parent, isRenderer, time: ((user ?? 0) + (system ?? 0)) * TICK };
  } catch {
    return null; // the process has ended
  }
}
