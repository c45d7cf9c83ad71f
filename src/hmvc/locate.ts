/** From a destination to the controller, the action and the arguments that it names. */
import { decodeRest } from '../path/rest.ts';
import type { Settings } from '../table/settings.ts';
import type { FileIndex, IndexedFile } from './files.ts';

/** What a destination names. Whether the controller has the action is not known yet. */
export interface Location {
  readonly file: IndexedFile;
  readonly action: string;
  /** The rest of the segments, each decoded once. */
  readonly args: readonly string[];
}

/** A place where a controller may be, and how many of the segments lead there. */
interface Candidate {
  readonly name: string;
  readonly used: number;
}

/**
 * Makes the function that locates destinations. The order is that of CodeIgniter's modular
 * extensions:
 *
 * | for `a/b/c…` | the controller | the action |
 * | --- | --- | --- |
 * | 1 | `modules/a/controllers/b/c` | the 4th segment |
 * | 2 | `modules/a/controllers/b` | the 3rd |
 * | 3 | `modules/a/controllers/a` | the 2nd |
 * | 4 | `controllers/a/b` | the 3rd |
 * | 5 | `controllers/a/b/c` | the 4th |
 * | 6 | `controllers/a` | the 2nd |
 * | 7 | the default controller of the folder that the whole destination names | its own |
 *
 * The action is `index` where there is no segment for it. Names are compared as they are: case
 * matters, and an encoded slash is no slash.
 *
 * @param index what {@link FileIndex} says
 * @param settings the table's; `translateUriDashes` turns dashes into underscores in all but the
 *   arguments
 * @returns a function that gives `null` where no rule finds a file
 *
 * @example
 * const locate = createLocator(index, router.settings);
 * locate('gallery/photos/show/7'); // { file, action: 'show', args: ['7'] }
 */
export function createLocator(
  index: FileIndex,
  { defaultController, translateUriDashes }: Settings,
): (destination: string) => Location | null {
  const home = defaultController?.split('/');
  const named = (segment: string) => (translateUriDashes ? segment.replaceAll('-', '_') : segment);

  return (destination) => {
    const segments = destination.split('/');
    for (const { name, used } of candidates(segments.map(named))) {
      const file = index.get(name);
      if (file === undefined) continue;
      const [action = '', ...args] = segments.slice(used);
      return { file, action: named(action) || 'index', args: args.map(decodeRest) };
    }
    if (home === undefined || segments.length > 2) return null;
    const [name, action = 'index'] = home;
    for (const folder of foldersOf(segments.map(named))) {
      const file = index.get(`${folder}/${name}`);
      if (file !== undefined) return { file, action, args: [] };
    }
    return null;
  };
}

/** The places for a destination of as many segments, in order. */
function candidates(segments: readonly string[]): Candidate[] {
  const [a, b, c] = segments;
  return [
    { name: `modules/${a}/controllers/${b}/${c}`, used: 3 },
    { name: `modules/${a}/controllers/${b}`, used: 2 },
    { name: `modules/${a}/controllers/${a}`, used: 1 },
    { name: `controllers/${a}/${b}`, used: 2 },
    { name: `controllers/${a}/${b}/${c}`, used: 3 },
    { name: `controllers/${a}`, used: 1 },
  ].filter(({ used }) => used <= segments.length);
}

/** The folders that a whole destination of one or two segments can name. */
function foldersOf(segments: readonly string[]): string[] {
  const [module, ...inside] = segments;
  return [
    ['modules', module, 'controllers', ...inside].join('/'),
    `controllers/${segments.join('/')}`,
  ];
}
