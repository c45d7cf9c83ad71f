/** Folders with applications that import waymark by its name. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Lets Node run TypeScript, with the built package. */
export const RUN_TYPESCRIPT = ['--import', join(root, 'test/support/typescript.js')] as const;

/** An application in its own folder. */
export interface Installed {
  readonly folder: string;
  /** Writes a file of the application, and returns its path. */
  write(name: string, text: string): string;
  remove(): void;
}

/**
 * Creates a folder inside the project, where 'waymark' is the project itself.
 *
 * @param kind a word for the folder's name
 */
export function applicationFolder(kind: string): Installed {
  const folder = mkdtempSync(join(root, 'test', `.${kind}-`));
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

/**
 * Creates a folder with the builds of waymark and its tools in its `node_modules`, laid out as npm
 * does. The project's own dependencies resolve too.
 */
export function installedApplication(kind: string): Installed {
  const application = applicationFolder(kind);
  const modules = join(application.folder, 'node_modules');
  const tools = join(root, 'dist/tools');
  cpSync(join(root, 'dist'), join(modules, 'waymark/dist'), {
    recursive: true,
    filter: (from) => from !== tools,
  });
  cpSync(join(root, 'package.json'), join(modules, 'waymark/package.json'));
  cpSync(tools, join(modules, 'waymark-tools'), { recursive: true });
  // The project's own file leads the names of both packages to the sources, and not to these copies.
  application.write('tsconfig.json', '{}\n');
  return application;
}
