/** The conditions for releasing a version. */

/** The facts about a version to be released. */
export interface Release {
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly changelog: string;
  readonly tags: readonly string[];
  /** The tags of the commit to release. */
  readonly ownTags: readonly string[];
  /** The uncommitted files, one per line. */
  readonly uncommitted: string;
  /** Lines of the last release's API snapshot that are missing now. */
  readonly removed: readonly string[];
}

/** Manifest fields that only the owner can fill in, with an example of each. */
const OWNED = {
  repository: '{ "type": "git", "url": "git+https://github.com/<owner>/waymark.git" }',
  homepage: '"https://<the address of the site>"',
  bugs: '"https://github.com/<owner>/waymark/issues"',
  author: '"<name> <<mail address>>"',
};

/**
 * Lists the obstacles to a release.
 *
 * @returns a sentence for each obstacle
 *
 * @example
 * obstacles({ ...release, uncommitted: ' M src/a.ts' }); // ['Not committed:\n M src/a.ts']
 */
export function obstacles(release: Release): string[] {
  const { version, manifest, changelog, tags, ownTags, uncommitted, removed } = release;
  const found: string[] = [];
  const missing = Object.entries(OWNED).filter(([name]) => !isFilledIn(manifest[name]));
  if (missing.length > 0) {
    const lines = missing.map(([name, example]) => `  "${name}": ${example},`);
    found.push(
      `package.json lacks what only its owner knows. Write below "license":\n${lines.join('\n')}`,
    );
  }
  if (uncommitted !== '') found.push(`Not committed:\n${uncommitted}`);
  if (tags.includes(`v${version}`)) found.push(`An earlier commit has the tag v${version}.`);
  if (ownTags.length > 0 && !ownTags.includes(`v${version}`)) {
    found.push(`The commit has the tag ${ownTags.join(', ')}, and package.json says ${version}.`);
  }
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

/** True if a version may break its users' code: 1.0.0, 2.0.0, or 0.2.0 before them. */
function breaks(version: string): boolean {
  return /^(?:\d+\.0\.0|0\.\d+\.0)$/.test(version);
}

/** The fields of a manifest that only the owner can fill in. Both packages have the same. */
export function ownedFields(manifest: Release['manifest']): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(OWNED).flatMap((name) => (name in manifest ? [[name, manifest[name]]] : [])),
  );
}

/** True if a field differs from the example. */
function isFilledIn(value: unknown): boolean {
  const text = JSON.stringify(value) ?? '';
  return /\w/.test(text) && !/<(?:owner|name|mail|the) ?/.test(text);
}
