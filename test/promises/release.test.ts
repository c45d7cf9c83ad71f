/** What must hold before a version is released. */
import { expect, it } from 'vitest';
import { obstacles, type Release } from '../build/release.ts';

const READY: Release = {
  version: '1.2.3',
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-21\n\n### Fixed\n\n- A fault.\n',
  tags: ['v1.2.2'],
  uncommitted: '',
  removed: [],
};

it.each<[string, Partial<Release>, RegExp[]]>([
  ['nothing', {}, []],
  ['a file that is not committed', { uncommitted: ' M src/a.ts' }, [/^Not committed:\n M src\/a/]],
  ['a tag that is there', { tags: ['v1.2.3', 'v1.2.2'] }, [/^There is a tag v1\.2\.3 already/]],
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

it.each(['2.0.0', '0.2.0'])('%s may take a name away', (version) => {
  const changelog = READY.changelog.replace('1.2.3', version);
  expect(obstacles({ ...READY, version, changelog, removed: ['-a'] })).toEqual([]);
});
