/** From a destination to the controllers, the action and the arguments that it may mean. */
import { decodeRest } from '../path/escapes.ts';
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

/** A kind of place: how its name is made of the first segments, and how many of them it takes. */
interface Spot {
  readonly used: number;
  readonly nameOf: (a: string, b: string, c: string) => string;
}

/** A destination taken apart. */
interface Parts {
  readonly segments: readonly string[];
  /** The first three segments as names; where there are fewer, the others are never used. */
  readonly names: readonly [string, string, string];
}

const IN_MODULE: readonly Spot[] = [
  { used: 2, nameOf: (a, b) => `modules/${a}/controllers/${b}` },
  { used: 3, nameOf: (a, b, c) => `modules/${a}/controllers/${b}/${c}` },
  { used: 1, nameOf: (a) => `modules/${a}/controllers/${a}` },
];

const IN_CONTROLLERS: readonly Spot[] = [
  { used: 1, nameOf: (a) => `controllers/${a}` },
  { used: 2, nameOf: (a, b) => `controllers/${a}/${b}` },
  { used: 3, nameOf: (a, b, c) => `controllers/${a}/${b}/${c}` },
];

/** How many segments the folder of a default controller has at most. */
const DEEPEST_FOLDER = 2;

/**
 * Makes the function that lists the places of a destination, whether there is a file or not. The
 * order is that of Bonfire's router (`BF_Router`, CodeIgniter's modular extensions as Bonfire runs
 * them):
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
 * @param settings the table's; `translateUriDashes` turns dashes into underscores in all but the
 *   arguments
 *
 * @example
 * createPlaces(router.settings)('photos')[0].name; // 'modules/photos/controllers/photos'
 */
export function createPlaces(settings: Settings): (destination: string) => Place[] {
  const { take, place, inFolder } = createReader(settings);
  return (destination) => {
    const parts = take(destination);
    const at = (spots: readonly Spot[], module: string | null) =>
      spots.flatMap(({ used, nameOf }) =>
        used > parts.segments.length ? [] : [place(parts, used, nameOf(...parts.names), module)],
      );
    const [module] = parts.names;
    return [
      ...at(IN_MODULE, module),
      ...inFolder(parts, `modules/${module}/controllers`, module),
      ...at(IN_CONTROLLERS, null),
      ...inFolder(parts, `controllers/${module}`, null),
    ];
  };
}

/**
 * Makes the function that locates destinations: the {@link createPlaces places} that have a file.
 * Places 1 to 3 are looked for in one root after the other, then place 4, and then 5 to 8 in one
 * root after the other. Names are compared as they are: case matters, and an encoded slash is not a
 * slash.
 *
 * @param index what {@link FileIndex} says
 * @param settings the table's
 * @returns a function that gives every place that has a file, the first choice first
 *
 * @example
 * const locate = createLocator(index, router.settings);
 * const [first] = locate('gallery/photos/show/7'); // { file, module: 'gallery', action: 'show', … }
 */
export function createLocator(
  index: FileIndex,
  settings: Settings,
): (destination: string) => Location[] {
  const { take, place, inFolder } = createReader(settings);
  const names = Array.from(index.keys());
  // Most first segments name a module or a controller and not both, so half of the places need no look.
  const modules = new Set(names.map((name) => /^modules\/([^/]+)\/controllers\//.exec(name)?.[1]));
  const controllers = new Set(names.map((name) => /^controllers\/([^/]+)/.exec(name)?.[1]));

  function at(parts: Parts, spots: readonly Spot[], module: string | null): Location[] {
    const found: Location[] = [];
    const [a, b, c] = parts.names;
    for (const { used, nameOf } of spots) {
      if (used > parts.segments.length) continue;
      const name = nameOf(a, b, c);
      const file = index.get(name);
      if (file !== undefined) found.push(withFile(place(parts, used, name, module), file));
    }
    return found;
  }

  function inFolderAt(parts: Parts, folder: string, module: string | null): Location[] {
    return inFolder(parts, folder, module).flatMap((place) => {
      const file = index.get(place.name);
      return file === undefined ? [] : [withFile(place, file)];
    });
  }

  return (destination) => {
    const parts = take(destination);
    const [a] = parts.names;
    const inModule = modules.has(a)
      ? [...inRoots(at(parts, IN_MODULE, a)), ...inFolderAt(parts, `modules/${a}/controllers`, a)]
      : [];
    if (!controllers.has(a)) return inModule;
    const inControllers = at(parts, IN_CONTROLLERS, null);
    inControllers.push(...inFolderAt(parts, `controllers/${a}`, null));
    return [...inModule, ...inRoots(inControllers)];
  };
}

function withFile({ name, module, action, named, args }: Place, file: IndexedFile): Location {
  return { name, module, action, named, args, file };
}

/** What reads destinations, by the settings of a table. */
function createReader({ defaultController, translateUriDashes }: Settings) {
  const [controller, action = 'index'] = defaultController?.split('/') ?? [];
  const named = (segment: string) => (translateUriDashes ? segment.replaceAll('-', '_') : segment);

  return {
    take(destination: string): Parts {
      const segments = destination.split('/');
      const [a, b = '', c = ''] = segments;
      return { segments, names: [named(a), named(b), named(c)] };
    },
    place({ segments }: Parts, used: number, name: string, module: string | null): Place {
      const given = used < segments.length ? segments[used] : '';
      const args = segments.slice(used + 1).map(decodeRest);
      return { name, module, action: named(given) || 'index', named: given !== '', args };
    },
    /** The default controller in a folder that the whole destination names. */
    inFolder({ segments, names }: Parts, folder: string, module: string | null): Place[] {
      if (controller === undefined || segments.length > DEEPEST_FOLDER) return [];
      const inside = segments.length === DEEPEST_FOLDER ? `${folder}/${names[1]}` : folder;
      return [{ name: `${inside}/${controller}`, module, action, named: false, args: [] }];
    },
  };
}

/** What an earlier root has comes first, and otherwise the earlier place. */
function inRoots(found: readonly Location[]): readonly Location[] {
  return found.length < 2 ? found : byRoot(found, ({ file }) => file.root);
}
