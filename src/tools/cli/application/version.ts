/** Recognises the version of CodeIgniter that an application runs with. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPhp } from '../load/php-file.ts';
import { UsageError } from '../options.ts';

/** The framework's file with its version, seen from the folder around the application. */
const PLACES = ['system', 'vendor/codeigniter/framework/system'].map((folder) =>
  join(folder, 'core/CodeIgniter.php'),
);

const VERSION = /\bCI_VERSION\b['"]?\s*[,=]\s*['"](?<version>(?<major>[23])\.[\d.]+)/;

/** Refuses an application of version 3 with `--ci2`, and one of version 2 without. */
export function checkVersion(application: string, ci2: boolean): void {
  const files = PLACES.map((place) => join(dirname(application), place));
  const file = files.find((path) => existsSync(path));
  const { version, major } =
    VERSION.exec(file === undefined ? '' : readPhp(file, '.').toString())?.groups ?? {};
  if (major === undefined || (major === '2') === ci2) return;
  const advice = ci2 ? 'without --ci2' : 'with --ci2';
  throw new UsageError(`${file} is of CodeIgniter ${version}; import again ${advice}`);
}
