/** What must hold before a version is released. */

/** What is known of a version that is about to be released. */
export interface Release {
  /** The version of the manifest. */
  readonly version: string;
  /** The text of the changelog. */
  readonly changelog: string;
  /** The tags of the repository. */
  readonly tags: readonly string[];
  /** The files that are not as they were committed, one a line. */
  readonly uncommitted: string;
  /** Lines of the API's snapshot that the last released version had and this one has not. */
  readonly removed: readonly string[];
}

/**
 * Why a version can't be released.
 *
 * @returns a sentence for each reason; none where it can
 *
 * @example
 * obstacles({ version: '1.0.0', changelog: '', tags: [], uncommitted: '', removed: [] });
 * // ['The changelog has no section "## [1.0.0] - <date>".']
 */
export function obstacles({ version, changelog, tags, uncommitted, removed }: Release): string[] {
  const found: string[] = [];
  if (uncommitted !== '') found.push(`Not committed:\n${uncommitted}`);
  if (tags.includes(`v${version}`)) found.push(`There is a tag v${version} already.`);
  const section = new RegExp(
    `^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`,
    'm',
  );
  if (!section.test(changelog)) {
    found.push(`The changelog has no section "## [${version}] - <date>".`);
  }
  if (/^## \[Unreleased\]\n+(?!## )[^\n]/m.test(changelog)) {
    found.push('The changelog still has changes under Unreleased.');
  }
  if (removed.length > 0 && !breaks(version)) {
    found.push(`${version} may not change what it had:\n${removed.join('\n')}`);
  }
  return found;
}

/** Whether a version may change what its users rely on: 1.0.0, 2.0.0, and before those 0.2.0. */
function breaks(version: string): boolean {
  return /^(?:\d+\.0\.0|0\.\d+\.0)$/.test(version);
}
