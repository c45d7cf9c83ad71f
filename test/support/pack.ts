/** The tarballs of both packages, from the build in dist. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The paths of two tarballs. */
export interface Tarballs {
  readonly library: string;
  readonly tools: string;
}

/** Packs the build as it would be published. The scripts of `npm run build` must have run before. */
export function pack(folder: string): Tarballs {
  const packed = (cwd: string): string => {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [{ filename }]: [{ filename: string }] = JSON.parse(
      execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    return join(folder, filename);
  };
  const manifest = (to: 'hide' | 'show') =>
    execFileSync(process.execPath, ['test/build/manifest.js', to], { cwd: root });
  manifest('hide');
  try {
    return { library: packed(root), tools: packed(join(root, 'dist/tools')) };
  } finally {
    manifest('show');
  }
}
