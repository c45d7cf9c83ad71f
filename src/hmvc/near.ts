/** Finds the controller that a destination was perhaps meant to name. */
import { nearest } from '../errors/nearest.ts';
import { quote } from '../errors/show.ts';
import type { Files } from './files.ts';
import type { Loader } from './loader.ts';

/** A file that may have been meant. */
interface Candidate {
  /** What a destination says of it, segment by segment. */
  readonly words: readonly string[];
  readonly path: string;
  /** The destination that leads to it; `null` where none does. */
  readonly destination: string | null;
}

/** A controller's name: its module, and its path below `controllers`. */
const CONTROLLER = /^(?:modules\/([^/]+)\/)?controllers\/(.+)$/s;

/** What separates controller and action, here and in other frameworks: `Posts::index`, `Posts@show`. */
const SEPARATORS = /[/@#:.]+/;

/**
 * One clause about the file whose name takes the fewest changes to reach from a destination, for
 * errors.
 *
 * @param destination one that leads to no file
 * @param loader where controllers are found
 * @param files all files, those outside every root included
 *
 * @example
 * nearestController('Posts@show', loader, files);
 * // "the nearest file is 'application/controllers/posts.ts', which 'posts/show' leads to"
 */
export function nearestController(destination: string, loader: Loader, files: Files): string {
  const words = destination.split(SEPARATORS).filter((word) => word !== '');
  const candidates = [...controllersOf(loader), ...othersOf(loader, files)];
  const written = ({ words: own }: Candidate) =>
    [...own, ...words.slice(own.length)].join('/').toLowerCase();
  const [first, ...others] = candidates.map(written);
  if (first === undefined) return 'no files are given, so pass them as the option files';
  const best = nearest(words.join('/').toLowerCase(), [first, ...others]);
  // The cast says what the line above made sure of: the text is one of the candidates'.
  const found = candidates.find((one) => written(one) === best) as Candidate;
  const near = `the nearest file is ${quote(found.path)}`;
  if (found.destination === null) {
    const roots = loader.roots.map((root) => `${root}/`).join(' and ');
    return `${near}, which is in no folder of controllers below ${roots}`;
  }
  const meant = [found.destination, ...words.slice(found.words.length)].join('/');
  return `${near}, which ${quote(meant)} leads to`;
}

/**
 * Whether a name of the index is a controller's.
 *
 * @example
 * isController('modules/gallery/controllers/photos'); // true
 */
export function isController(name: string): boolean {
  return CONTROLLER.test(name);
}

function controllersOf({ index }: Loader): Candidate[] {
  return Array.from(index).flatMap(([name, { path }]) => {
    const [, module, inside] = CONTROLLER.exec(name) ?? [];
    if (inside === undefined) return [];
    const parents = module === undefined || module === inside ? [] : [module];
    const destination = [...parents, inside].join('/');
    const words = destination.split('/');
    // A module is often forgotten, and so is a folder in one.
    const [first, last] = [words.slice(0, 1), words.slice(-1)];
    return [words, last, [...first, ...last]].map((own) => ({ words: own, path, destination }));
  });
}

function othersOf({ index }: Loader, files: Files): Candidate[] {
  const controllers = new Set(
    Array.from(index).flatMap(([name, { path }]) => (isController(name) ? [path] : [])),
  );
  return Object.keys(files)
    .filter((path) => !controllers.has(path))
    .map((path) => ({
      words: [path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/s, '')],
      path,
      destination: null,
    }));
}
