/** From a destination to the controllers, the action and the arguments that it may mean. */
import { decodeRest } from '../path/rest.ts';
import type { Settings } from '../table/settings.ts';
import { byRoot, type FileIndex, type IndexedFile } from './files.ts';

/** A place where a destination's controller may be, and what it would answer there. */
export interface Place {
  /** The file's path below a root, without extension. */
  readonly name: string;
  /** The module that the place is in; `null` for `controllers/` of a root. */
  readonly module: string | null;
  /** `index` where the destination has no segment for it. */
  readonly action: string;
  /** Whether the destination has a segment for the action. */
  readonly named: boolean;
  /** The rest of the segments, each decoded once. */
  readonly args: readonly string[];
}

/** What a destination names. Whether the controller has the action is not known yet. */
export interface Location extends Place {
  readonly file: IndexedFile;
}

/**
 * Makes the function that lists the places of a destination. The order is that of Bonfire's router
 * (`BF_Router`, CodeIgniter's modular extensions as Bonfire runs them):
 *
 * | for `a/b/c…` | the controller | the action |
 * | --- | --- | --- |
 * | 1 | `modules/a/controllers/b` | the 3rd segment |
 * | 2 | `modules/a/controllers/b/c` | the 4th |
 * | 3 | `modules/a/controllers/a` | the 2nd |
 * | 4 | the default controller, in the folder of module `a` that the whole destination names | its own |
 * | 5 | `controllers/a` | the 2nd |
 * | 6 | `controllers/a/b` | the 3rd |
 * | 7 | `controllers/a/b/c` | the 4th |
 * | 8 | the default controller, in the folder of `controllers` that the whole destination names | its own |
 *
 * Places 1 to 3 are looked for in one root after the other, then place 4, and then 5 to 8 in one
 * root after the other.
 *
 * @param settings the table's; `translateUriDashes` turns dashes into underscores in all but the
 *   arguments
 * @returns a function that gives three groups: within each, an earlier root comes first
 *
 * @example
 * createPlaces(router.settings)('photos')[0][0].name; // 'modules/photos/controllers/photos'
 */
export function createPlaces({
  defaultController,
  translateUriDashes,
}: Settings): (destination: string) => Place[][] {
  const home = defaultController?.split('/');
  const named = (segment: string) => (translateUriDashes ? segment.replaceAll('-', '_') : segment);

  return (destination) => {
    const segments = destination.split('/');
    const [a, b, c] = segments.map(named);
    const count = segments.length;
    const place = (used: number, module: string | null, name: string): Place[] => {
      if (used > count) return [];
      const [action = '', ...args] = segments.slice(used);
      return [
        {
          name,
          module,
          action: named(action) || 'index',
          named: action !== '',
          args: args.map(decodeRest),
        },
      ];
    };
    const homeOf = (module: string | null, folder: string): Place[] => {
      if (home === undefined || count > 2) return [];
      const [controller, action = 'index'] = home;
      const inside = count === 2 ? `${folder}/${b}` : folder;
      return [{ name: `${inside}/${controller}`, module, action, named: false, args: [] }];
    };
    const inModule = `modules/${a}/controllers`;
    return [
      [
        ...place(2, a, `${inModule}/${b}`),
        ...place(3, a, `${inModule}/${b}/${c}`),
        ...place(1, a, `${inModule}/${a}`),
      ],
      homeOf(a, inModule),
      [
        ...place(1, null, `controllers/${a}`),
        ...place(2, null, `controllers/${a}/${b}`),
        ...place(3, null, `controllers/${a}/${b}/${c}`),
        ...homeOf(null, `controllers/${a}`),
      ],
    ];
  };
}

/**
 * Makes the function that locates destinations: the {@link createPlaces places} that have a file.
 * Names are compared as they are: case matters, and an encoded slash is not a slash.
 *
 * @param index what {@link FileIndex} says
 * @param settings the table's
 * @returns a function that gives every place that has a file, the first choice first
 *
 * @example
 * const locate = createLocator(index, router.settings);
 * locate('gallery/photos/show/7')[0]; // { file, module: 'gallery', action: 'show', args: ['7'], … }
 */
export function createLocator(
  index: FileIndex,
  settings: Settings,
): (destination: string) => Location[] {
  const placesOf = createPlaces(settings);
  return (destination) =>
    placesOf(destination).flatMap((group) => {
      const found = group.flatMap((place) => {
        const file = index.get(place.name);
        return file === undefined ? [] : [{ ...place, file }];
      });
      return found.length < 2 ? found : byRoot(found, ({ file }) => file.root);
    });
}
