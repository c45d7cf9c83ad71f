/** Advises on a destination without a file. */
import type { Files, Loader } from 'waymark/hmvc';
import {
  controllerName,
  createPlaceLister,
  meant,
  nearest,
  quote,
  sourceName,
} from 'waymark/internal';

interface Candidate {
  /** The segments of a destination that names it. */
  readonly words: readonly string[];
  readonly path: string;
  /** The destination that leads to it. */
  readonly destination: string;
}

/** Separates controller and action, also as in other frameworks: `Posts@show`, `Posts->show`. */
const SEPARATORS = /[/@#:.\\]|->/;

/** Parts of file paths and class names that destinations don't have. */
const SURPLUS = /\.[cm]?[jt]sx?$|(?<=\w)_?controller(?!\w)/gi;

const FOLDERS = ['app', 'modules', 'controllers'];

/**
 * Advice, as one clause, for a destination without a file. It names the most similar controller. If
 * there is none, it names a file of the right name outside the folders of controllers. Failing
 * that, it names the places where a file is expected.
 */
export function nearestController(destination: string, loader: Loader, files: Files): string {
  const words = wordsOf(destination, loader);
  const candidates = controllersOf(loader).filter((one) =>
    meant(namedIn(words, one), [nameOf(one)]),
  );
  const written = (one: Candidate) => [nameOf(one), ...words.slice(one.words.length)].join('/');
  const best = nearest(words.join('/').toLowerCase(), candidates.map(written));
  if (best !== null) {
    // The cast: the text belongs to one of the candidates.
    const found = candidates.find((one) => written(one) === best) as Candidate;
    const to = [found.destination, ...words.slice(found.words.length)].join('/');
    return `the nearest file is ${quote(found.path)}, which ${quote(to)} leads to`;
  }
  const misplaced = othersOf(loader, files).find((one) => namedIn(words, one) === nameOf(one));
  if (misplaced === undefined) return placeFor(words, loader);
  const { path } = misplaced;
  const roots = loader.roots.map((root) => `${root}/`).join(' and ');
  return (
    `the nearest file is ${quote(path)}, which is in no folder of controllers below ${roots}; ` +
    moved(path)
  );
}

/** The words of a destination, without folders if it was written as a file's path. */
function wordsOf(destination: string, { roots }: Loader): string[] {
  const words = destination
    .replace(SURPLUS, '')
    .split(SEPARATORS)
    .filter((word) => word !== '');
  const folders = [...roots, ...FOLDERS];
  const names = words.filter((word) => !folders.includes(word.toLowerCase()));
  return names.length === 0 ? words : names;
}

/** The part of a destination that would name the candidate. */
function namedIn(words: readonly string[], candidate: Candidate): string {
  return words.slice(0, candidate.words.length).join('/').toLowerCase();
}

function nameOf({ words }: Candidate): string {
  return words.join('/').replace(SURPLUS, '').toLowerCase();
}

/** Advises where to put a controller for these words, and its method. */
function placeFor(words: readonly string[], { roots, settings }: Loader): string {
  if (words.length === 0) return "write a destination such as 'photos/show'";
  const places = createPlaceLister(settings)(words.join('/'))
    .filter(({ name }) => name.startsWith('controllers/'))
    .map(({ name, action }) => {
      const method = /^[A-Za-z]\w*$/.test(action) ? ` with a method ${action}` : '';
      return quote([...roots.slice(0, 1), `${name}.ts`].join('/')) + method;
    });
  return `put a controller at ${places.slice(0, 2).join(', or at ')}`;
}

/** Advice for a controller that is in the wrong folder. */
function moved(path: string): string {
  const folders = path.split('/').filter((folder) => folder !== '' && folder !== '.');
  const root = folders.slice(0, Math.max(0, folders.findIndex(isFolderOfControllers)));
  if (root.length > 0) {
    return `list ${quote(root.join('/'))} in the option roots, or move the file there`;
  }
  return 'move the file there; paths begin with the root, below the folder that is searched';
}

function isFolderOfControllers(folder: string): boolean {
  return folder === 'controllers' || folder === 'modules';
}

function controllersOf({ index }: Loader): Candidate[] {
  return Array.from(index).flatMap(([name, { path }]) => {
    const controller = controllerName(name);
    if (controller === null) return [];
    const { module, inside } = controller;
    const parents = module === undefined || module === inside ? [] : [module];
    const destination = [...parents, inside].join('/');
    const words = destination.split('/');
    // Often the module is forgotten, or a folder inside it.
    const [first, last] = [words.slice(0, 1), words.slice(-1)];
    return [words, last, [...first, ...last]].map((own) => ({ words: own, path, destination }));
  });
}

function othersOf(loader: Loader, files: Files): Candidate[] {
  const controllers = new Set(controllersOf(loader).map(({ path }) => path));
  return Object.keys(files).flatMap((path) => {
    const name = sourceName(path);
    if (name === null || controllers.has(path)) return [];
    const file = name.slice(name.lastIndexOf('/') + 1);
    return [[file], wordsOf(path, loader)].map((words) => ({ words, path, destination: path }));
  });
}
