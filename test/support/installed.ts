/** A folder with an application and an installed waymark, laid out as npm does. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An application in its own folder. */
export interface Installed {
  readonly folder: string;
  /** Writes a file of the application, and returns its path. */
  write(name: string, text: string): string;
  remove(): void;
}

/**
 * Creates a folder with the builds of waymark and its tools in its `node_modules`. It lies inside the project, so the
 * project's own dependencies resolve too.
 *
 * @param kind a word for the folder's name
 */
export function installedApplication(kind: string): Installed {
  const folder = mkdtempSync(join(root, 'test', `.${kind}-`));
  const modules = join(folder, 'node_modules');
  const tools = join(root, 'dist/tools');
  cpSync(join(root, 'dist'), join(modules, 'waymark/dist'), {
    recursive: true,
    filter: (from) => from !== tools,
  });
  cpSync(join(root, 'package.json'), join(modules, 'waymark/package.json'));
  cpSync(tools, join(modules, 'waymark-tools'), { recursive: true });
  // The project's own file leads the names of both packages to the sources, and not to these copies.
  writeFileSync(join(folder, 'tsconfig.json'), '{}\n');
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
