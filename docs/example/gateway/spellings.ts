/** Finds a ported action that PHP would find although the path is spelled differently. */
import { createRouter, type RouteTable } from 'waymark';

/** More segments than CodeIgniter needs to find an action. */
const MOST_SEGMENTS = 6;

/** Other spellings of a target that lead CodeIgniter to the same action. */
export type Spellings = (method: string, target: string) => string[];

/**
 * Creates a function that lists the spellings of a target that lead CodeIgniter to the same
 * action. It ignores the case of actions and of a controller's first letter, but not that of rows:
 * `/Users/ACCOUNT` is the action of `/users/account`, while `/Account` isn't that of the row
 * `account`.
 */
export function createSpellings(routes: RouteTable): Spellings {
  const router = createRouter(routes, { autoRoute: true });
  const destinationOf = (method: string, target: string) => {
    const found = router.resolve(method === 'HEAD' ? 'GET' : method, target);
    return found.status === 'found' ? found.destination?.toLowerCase() : undefined;
  };
  return (method, target) => {
    const [path, ...queries] = target.split('?');
    const query = queries.map((text) => `?${text}`).join('');
    const wanted = /[A-Z]/.test(path) ? destinationOf(method, path) : undefined;
    if (wanted === undefined) return [];
    const segments = path.split('/');
    let all = path;
    const alone: string[] = [];
    const together: string[] = [];
    for (const [at, segment] of segments.slice(0, MOST_SEGMENTS + 1).entries()) {
      const folded = segment.toLowerCase();
      const one = replaceAt(path, at, folded);
      if (folded === segment || destinationOf(method, one) !== wanted) continue;
      all = replaceAt(all, at, folded);
      alone.push(one + query);
      if (destinationOf(method, all) === wanted) together.push(all + query);
    }
    // One segment first, since arguments keep their case.
    return [...new Set([...alone, ...together])];
  };
}

function replaceAt(path: string, at: number, segment: string): string {
  const segments = path.split('/');
  segments[at] = segment;
  return segments.join('/');
}
