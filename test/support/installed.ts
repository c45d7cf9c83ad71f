/** A folder with an application in it, in which waymark is installed as npm installs it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An application in a folder of its own. */
export interface Installed {
  /** The path of the folder. */
  readonly folder: string;
  /** Writes a file of the application, and gives its path. */
  write(name: string, text: string): string;
  /** Removes the folder. */
  remove(): void;
}

/**
 * Makes a folder with waymark's build in its `node_modules`. It is below the project, so that what the
 * project has installed is found from there as well.
 *
 * @param kind a word for the folder's name
 */
export function installedApplication(kind: string): Installed {
  const folder = mkdtempSync(join(root, 'test', `.${kind}-`));
  const installed = join(folder, 'node_modules', 'waymark');
  cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(installed, 'package.json'));
  return {
    folder,
    write(name, text) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
