/** The conditions for releasing a version. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { obstacles, ownedFields, type Release } from '../build/release.ts';

const READY: Release = {
  version: '1.2.3',
  manifest: {
    repository: { type: 'git', url: 'git+https://github.com/ada/waymark.git' },
    homepage: 'https://waymark.test',
    bugs: 'https://github.com/ada/waymark/issues',
    author: 'Ada <ada@waymark.test>',
  },
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-21\n\n### Fixed\n\n- A fault.\n',
  tags: ['v1.2.2'],
  ownTags: [],
  uncommitted: '',
  removed: [],
};

it.each<[string, Partial<Release>, RegExp[]]>([
  ['nothing', {}, []],
  ['a file that is not committed', { uncommitted: ' M src/a.ts' }, [/^Not committed:\n M src\/a/]],
  ['an earlier tag', { tags: ['v1.2.3', 'v1.2.2'] }, [/^An earlier commit has the tag v1\.2\.3/]],
  ['the tag of another version', { ownTags: ['v1.2.4'] }, [/has the tag v1\.2\.4, .* 1\.2\.3/]],
  ...['repository', 'homepage', 'bugs', 'author'].map(
    (name): [string, Partial<Release>, RegExp[]] => [
      `a manifest without ${name}`,
      { manifest: { ...READY.manifest, [name]: undefined } },
      [new RegExp(`^package\\.json lacks .* below "license":\\n {2}"${name}": \\S+.*,$`)],
    ],
  ),
  ['an empty author', { manifest: { ...READY.manifest, author: '' } }, [/\n {2}"author": /]],
  [
    'an address that is the example’s',
    { manifest: { ...READY.manifest, homepage: 'https://<the address of the site>' } },
    [/\n {2}"homepage": /],
  ],
  ['a manifest without any of them', { manifest: {} }, [/(?:\n {2}"\w+": .*,){4}$/]],
  ['no section', { changelog: '## [Unreleased]\n' }, [/has no section "## \[1\.2\.3\] - <date>"/]],
  ['a section without a date', { changelog: '## [1.2.3]\n\n- A.\n' }, [/has no section/]],
  ['another version', { changelog: '## [1x2.3] - 2026-11-21\n' }, [/has no section/]],
  [
    'changes that are not in the section',
    { changelog: READY.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n### Added\n') },
    [/^The changelog still has changes under Unreleased/],
  ],
  ['a name that a patch takes away', { removed: ['-declare a'] }, [/^1\.2\.3 may not change/]],
  [
    'a name that a minor version takes away',
    { removed: ['-a'], version: '1.3.0' },
    [/may not/, /./],
  ],
])('a version is held back by %s', (_what, given, expected) => {
  const found = obstacles({ ...READY, ...given });
  expect(found).toHaveLength(expected.length);
  for (const pattern of expected) expect(found.some((one) => pattern.test(one))).toBe(true);
});

it('what only the owner knows is in one manifest, for both packages', () => {
  const { author, ...others } = READY.manifest;
  expect(ownedFields({ name: 'waymark', ...READY.manifest })).toEqual(READY.manifest);
  expect(ownedFields({ name: 'waymark', ...others })).toEqual(others);
});

it.each(['2.0.0', '0.2.0'])('%s may take a name away', (version) => {
  const changelog = READY.changelog.replace('1.2.3', version);
  expect(obstacles({ ...READY, version, changelog, removed: ['-a'] })).toEqual([]);
});

it('a version that has its tag may be released, as by the workflow that the tag starts', () => {
  expect(obstacles({ ...READY, ownTags: ['v1.2.3'] })).toEqual([]);
});

describe('the workflow for releases', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { on, permissions, jobs } = parse(read('.github/workflows/release.yml'));
  const [job, ...others] = Object.values<{
    readonly permissions: unknown;
    readonly steps: readonly { readonly run?: string }[];
  }>(jobs);
  const commands = job.steps.flatMap(({ run }) => run?.trim().split('\n') ?? []);

  it('starts with a tag, and has only the permission to sign the origin of a tarball', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(permissions).toEqual({});
    expect(others).toEqual([]);
    expect(job.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  });

  it('publishes with provenance, after every check that could hold the version back', () => {
    expect(commands.slice(-2)).toEqual([
      'npm publish --provenance --access public',
      'npm publish ./dist/tools --provenance --access public',
    ]);
    expect(commands.at(-3)).toBe('npm run release:dry');
    expect(commands).toEqual(
      expect.arrayContaining(['npm ci', 'npm run coverage', 'npm run package']),
    );
  });

  it('runs scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const names = commands.flatMap((command) => /^npm run ([\w:]+)$/.exec(command)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});
