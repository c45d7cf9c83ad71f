/** Knows the PHP classes of an application and their inheritance. */
import {
  type ClassSource,
  isFrameworkClass,
  type PhpClass,
  runsWhenMade,
  traitsOf,
} from '../../import.ts';
import { specifier } from '../load/paths.ts';
import { isFrameworkBase } from './around.ts';
import { restClass, restFile } from './rest.ts';
import type { ClassPlace } from './scan.ts';

export interface ClassFile extends ClassPlace {
  readonly classes: readonly PhpClass[];
  /** The class named like the file, which CodeIgniter expects in a controller's file. */
  readonly main: PhpClass | null;
}

/** A class, and its file. */
export interface Known {
  readonly own: PhpClass;
  readonly file: ClassFile;
}

/** The order in which PHP would find a class if several files have one of its name. */
const FOLDERS = ['core', 'libraries', 'controllers'];

export type MainFile = ClassFile & { readonly main: PhpClass };

export function hasMain(file: ClassFile): file is MainFile {
  return file.main !== null;
}

export function hasController(file: ClassFile): file is MainFile {
  return file.isController && hasMain(file);
}

/** The classes of an application by name; PHP ignores the case of names. */
export class Classes {
  private readonly known = new Map<string, Known[]>();

  constructor(files: readonly ClassFile[]) {
    for (const file of files) {
      for (const own of file.classes) {
        const key = own.name.toLowerCase();
        this.known.set(key, [...(this.known.get(key) ?? []), { own, file }]);
      }
    }
  }

  sourceOf(name: string, file: ClassFile): ClassSource | null {
    const rest = restClass(name);
    if (rest !== null) {
      return { name: rest, from: specifier(file.target, restFile(rest)), isDefault: false };
    }
    const found = this.find(name, file);
    if (found === null) return null;
    const { own } = found;
    const from = found.file === file ? null : specifier(file.target, found.file.target);
    return { name: own.name, from, isDefault: own === found.file.main && found.file.isController };
  }

  /** Lists the classes that a file's class extends, nearest first. */
  ancestorsOf(name: string, file: ClassFile): readonly PhpClass[] {
    return this.lineOf(name, file).map(({ own }) => own);
  }

  /** The base classes and traits of a controller that the import can't read. */
  unknownFor(file: MainFile): string[] {
    const line = this.wholeLine(file);
    const traits = line.flatMap(({ own }) => traitsOf(own));
    const last = line[line.length - 1];
    return this.lacksBase(last) ? [...traits, `The base class ${last.own.parent}`] : traits;
  }

  /** The library for REST that a controller extends, directly or not; `null` if none. */
  restOf(file: MainFile): string | null {
    const [last] = this.wholeLine(file).slice(-1);
    return restClass(last.own.parent);
  }

  /** The classes in the line of a file's main class whose constructors run code, or may. */
  closedIn(file: MainFile): Known[] {
    return this.wholeLine(file).filter((known) => runsWhenMade(known.own) || this.lacksBase(known));
  }

  private wholeLine(file: MainFile): Known[] {
    return [{ own: file.main, file }, ...this.lineOf(file.main.name, file)];
  }

  private lacksBase(known: Known): boolean {
    const { parent } = known.own;
    if (parent === null || isFrameworkClass(parent) || restClass(parent) !== null) return false;
    if (!known.file.isController && isFrameworkBase(parent)) return false;
    return this.above(known) === null;
  }

  filesAbove(file: ClassFile): ClassFile[] {
    return file.classes.flatMap(({ name }) => this.lineOf(name, file).map((known) => known.file));
  }

  /** Whether a file extends a class of another file that extends one of it, directly or not. */
  isInCycle(file: ClassFile): boolean {
    const above = new Set(this.filesAbove(file));
    above.delete(file);
    for (const other of above) {
      for (const next of this.filesAbove(other)) above.add(next);
    }
    return above.has(file);
  }

  private lineOf(name: string, file: ClassFile): Known[] {
    const line: Known[] = [];
    const [first] = file.classes.filter((own) => isSame(own.name, name));
    let next = this.above({ own: first, file });
    // A class can't extend itself, but PHP code that never runs may say so.
    while (next !== null && !line.some(({ own }) => own === next?.own)) {
      line.push(next);
      next = this.above(next);
    }
    return line;
  }

  private above({ own, file }: Known): Known | null {
    if (own.parent === null || isSame(own.parent, own.name)) return null;
    return this.find(own.parent, file);
  }

  private find(name: string, { path, module }: ClassFile): Known | null {
    // Some applications have copies of these for editors.
    if (isFrameworkClass(name) || restClass(name) !== null) return null;
    const found = this.known.get(name.toLowerCase()) ?? [];
    const rank = ({ file }: Known) =>
      file.path === path
        ? -1
        : FOLDERS.findIndex((folder) => file.path.split('/').includes(folder)) +
          (file.module === module ? 0 : FOLDERS.length);
    return found.toSorted((one, other) => rank(one) - rank(other)).at(0) ?? null;
  }
}

/**
 * Gives each class of a file its own file if this file and another extend classes of each other. PHP
 * loads such files, but modules that import each other find a base class undefined.
 */
export function withoutCycles(files: readonly ClassFile[]): ClassFile[] {
  const known = new Classes(files);
  return files.flatMap((file) => (known.isInCycle(file) ? apart(file) : file));
}

function apart(file: ClassFile): ClassFile[] {
  const { classes, target, main } = file;
  const kept = main ?? classes[0];
  // Next to its controller, a class would be a controller, too.
  const start = target.replace(/\.ts$/, '').replace('/controllers/', '/core/');
  return classes.map((own) =>
    own === kept
      ? { ...file, classes: [own] }
      : {
          ...file,
          classes: [own],
          main: null,
          isController: false,
          target: `${start}.${own.name.replace(/[^\p{ID_Continue}]/gu, '_')}.ts`,
        },
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
