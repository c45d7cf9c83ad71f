/** Checks the tables and links of the site's pages against the package. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transpileModule } from 'typescript';
import { createMarkdownRenderer, type DefaultTheme } from 'vitepress';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../docs/.vitepress/config.ts';
import { sidebar } from '../../docs/.vitepress/sidebar.ts';
import { createFetchHandler } from '../../src/fetch.ts';
import { createControllers } from '../../src/hmvc.ts';
import { createRouter, Route } from '../../src/index.ts';
import { importRoutes } from '../../src/tools/import.ts';
import { imported } from '../support/imported.ts';
import { codesIn, pageOf, pages, root, rowsOf } from '../support/pages.ts';

/** The target of a link as a path from the root; `null` for a link to elsewhere. */
function targetOf(from: string, link: string): { path: string; anchor: string | undefined } | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [path, anchor] = link.split('#');
  if (path === '') return { path: from, anchor };
  return { path: path.startsWith('/') ? `docs${path}` : join(dirname(from), path), anchor };
}

/** The source of a path of the site: `docs/table.md` for `docs/table`. */
function sourceOf(path: string): string | undefined {
  const candidates = [path, `${path}.md`, join(path, 'index.md')];
  return candidates.find((name) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile());
}

const withoutCode = (text: string) => text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');

describe('a link', () => {
  const anchors = new Map<string, string[]>();
  beforeAll(async () => {
    // The site's renderer, which makes the anchors. Skips code highlighting, which takes time.
    const renderer = await createMarkdownRenderer(join(root, 'docs'), {
      highlight: (code) => code,
    });
    for (const { path, text } of pages) {
      const html = renderer.render(text, {});
      anchors.set(
        path,
        Array.from(html.matchAll(/<h\d id="([^"]+)"/g), ([, id]) => id),
      );
    }
  });

  const links = pages.flatMap(({ path, text }) =>
    Array.from(
      withoutCode(text).matchAll(/\]\(([^)\s]+)\)|^ +link: (\S+)$/gm),
      ([, inText, inHead]) => ({ page: path, link: inText ?? inHead }),
    ),
  );

  it('is found wherever it is', () => {
    expect(links.length).toBeGreaterThan(100);
    expect(links).toContainEqual({ page: 'docs/index.md', link: '/quick-start' });
  });

  it.each(links)('of $page leads somewhere: $link', ({ page, link }) => {
    const target = targetOf(page, link);
    // The reference exists only after the site's build, which checks these links.
    if (target === null || target.path.startsWith('docs/api')) return;
    const source = sourceOf(target.path);
    expect(source).toBeDefined();
    if (target.anchor !== undefined) expect(anchors.get(source ?? '')).toContain(target.anchor);
  });

  it.each(links.filter(({ page }) => page === 'README.md'))(
    'of README.md leads to a page of the repository or elsewhere: $link',
    ({ link }) => expect(link).toMatch(/^(?:https:|#|LICENSE$|docs\/)/),
  );
});

it('the changelog has no links to pages, which the packages with it lack', () => {
  expect(pageOf('docs/CHANGELOG.md').text.match(/\]\((?!https:)/g)).toBeNull();
});

function linksOf(items: readonly (DefaultTheme.NavItem | DefaultTheme.SidebarItem)[]): string[] {
  return items.flatMap((item) => [
    ...('link' in item && item.link !== undefined ? [item.link] : []),
    ...('items' in item && item.items !== undefined ? linksOf(item.items) : []),
  ]);
}

describe('the navigation', () => {
  const { nav = [] } = config.themeConfig ?? {};
  const listed = [...new Set(linksOf([...nav, ...Object.values(sidebar).flat()]))];

  it.each(listed.filter((link) => !link.startsWith('/api/')))('leads somewhere: %s', (link) => {
    expect(sourceOf(`docs${link}`)).toBeDefined();
  });

  it.each([
    ['Guide', ['/why', '/quick-start', '/errors/', '/errors/bad-key', '/testing-your-routes']],
    ['API', ['/api/', '/api/waymark/classes/Route']],
    ['Playground', ['/playground']],
    [undefined, ['/', '/testing', '/architecture', '/decisions/', '/measured/bench']],
  ])('highlights %s on its own pages alone', (text, paths) => {
    for (const path of paths) {
      const active = nav.flatMap((item) => {
        if (!('link' in item)) return [];
        const { link, activeMatch } = item;
        const isHere = activeMatch === undefined ? link === path : RegExp(activeMatch).test(path);
        return isHere ? [item.text] : [];
      });
      expect([path, ...active]).toEqual(text === undefined ? [path] : [path, text]);
    }
  });

  const own = pages.filter(
    ({ path }) => /^docs\/[^/]+\.md$/.test(path) && path !== 'docs/index.md',
  );
  it.each(own)('lists $path', ({ path }) => {
    expect(listed).toContain(path.replace(/^docs(.*)\.md$/, '$1'));
  });
});

it.each(['decisions', 'errors'])(
  'a list of pages names each page of its folder: docs/%s',
  (folder) => {
    const { text } = pageOf(`docs/${folder}/index.md`);
    const files = readdirSync(join(root, 'docs', folder)).filter((name) => name !== 'index.md');
    expect(files.filter((name) => !text.includes(`](${name})`))).toEqual([]);
  },
);

describe('docs/patterns.md', () => {
  const rows = rowsOf(pageOf('docs/patterns.md'), ['pattern', 'matches', 'does not match']);
  const cases = rows.flatMap(([pattern, yes, no]) => [
    ...codesIn(yes).map((path) => ({ pattern: codesIn(pattern)[0], path, status: 'found' })),
    ...codesIn(no).map((path) => ({ pattern: codesIn(pattern)[0], path, status: 'not-found' })),
  ]);

  it('has lists', () => expect(cases.length).toBeGreaterThan(60));

  it.each(cases)('is right about $pattern and $path: $status', ({ pattern, path, status }) => {
    const table = Route.collect(() => Route.any(pattern, 'a'));
    expect(createRouter(table).resolve('GET', path).status).toBe(status);
  });

  it.each(rowsOf(pageOf('docs/patterns.md'), ['instead of', 'write']))(
    'names what is refused, and what is not: %s',
    (refused, written) => {
      expect(() => Route.collect(() => Route.any(codesIn(refused)[0], 'a'))).toThrow('Route.any');
      expect(() => Route.collect(() => Route.any(codesIn(written)[0], 'a'))).not.toThrow();
    },
  );
});

describe('docs/codeigniter.md', () => {
  const rows = rowsOf(pageOf('docs/codeigniter.md'), ['in PHP', 'in TypeScript']);

  it('has every call', () => {
    const calls = rows.map(([, typescript]) => codesIn(typescript)[0]).join('\n');
    const names = Object.getOwnPropertyNames(Route).filter(
      (name) => typeof Object.getOwnPropertyDescriptor(Route, name)?.value === 'function',
    );
    const beyond = ['all', 'query', 'match', 'redirect', 'url', 'placeholder', 'collect', 'reset'];
    const missing = names.filter(
      (name) => !beyond.includes(name) && !calls.includes(`Route.${name}(`),
    );
    expect(missing).toEqual([]);
  });

  const keys = rowsOf(pageOf('docs/codeigniter.md'), ['in `routes.php`', 'in the table']);

  it.each(keys)('says how an assignment is written: %s', async (php, typescript) => {
    const { table } = await imported(codesIn(php)[0]);
    expect(Route.map(new Function(`return { ${codesIn(typescript)[0]} }`)())).toEqual(table);
  });

  it.each(rows)('says how a call is written: %s', async (php, typescript) => {
    const { table } = await imported(codesIn(php)[0]);
    const run = new Function('Route', codesIn(typescript)[0]);
    expect(Route.collect(() => run(Route))).toEqual(table);
  });
});

describe('what docs/codeigniter.md says of CodeIgniter 4', () => {
  const rows = rowsOf(pageOf('docs/codeigniter.md'), ['in CodeIgniter 4', 'in TypeScript']);

  it.each(rows)('holds: %s', (php, typescript, answer) => {
    expect(() => importRoutes(`<?php ${codesIn(php)[0]}`)).toThrow('is for CodeIgniter 4');
    const { outputText } = transpileModule(codesIn(typescript)[0], {});
    const table = Route.collect(() => new Function('Route', outputText)(Route));
    const [request, destination = null] = codesIn(answer);
    const [method, path] = request.split(' ');
    expect(createRouter(table).resolve(method, path)).toMatchObject({ destination });
  });
});

describe('what docs/codeigniter.md says is different', () => {
  class Photos {
    index(page?: string) {
      return String(page);
    }
    list_all() {
      return 'all';
    }
    // Hidden like a private method, which the linter would remove.
    protected secret() {
      return 'seen';
    }
    _helper() {}
    missing() {
      return 'none';
    }
  }
  const controller = async () => ({ default: Photos });
  const answer = createFetchHandler({
    routes: {
      default_controller: 'admin/photos',
      '404_override': 'photos/missing',
      translate_uri_dashes: 'true',
      'a/b': 'photos',
      blocked: '',
    },
    autoRoute: true,
    controllers: createControllers({
      'application/controllers/photos.ts': controller,
      'application/controllers/admin/photos.ts': controller,
      'application/controllers/one/two/three.ts': controller,
      'application/controllers/one/two/three/four.ts': controller,
    }),
  });

  it.each([
    ['`/a/../b` is `/b`', '/a/x/../b', 200, 'undefined'],
    ['an empty destination blocks', '/blocked', 404, 'none'],
    ['the `404_override` has status 404', '/nothing', 404, 'none'],
    ['`/index.php/photos` is matched as it is', '/index.php/photos', 404, 'none'],
    ['no suffix is taken from a path', '/photos.html', 404, 'none'],
    ['the case of a controller and of an action matters', '/Photos', 404, 'none'],
    ['the case of a controller and of an action matters', '/photos/Index', 404, 'none'],
    ['`_names` and `#names` are hidden', '/photos/_helper', 404, 'none'],
    ["TypeScript's `private` is gone", '/photos/secret', 200, 'seen'],
    ['an argument is decoded', '/photos/index/a%20b', 200, 'a b'],
    ['`undefined` if the path lacks it', '/photos', 200, 'undefined'],
    ['`translate_uri_dashes` applies to module', '/photos/list-all', 200, 'all'],
    ['may be in a folder: `admin/welcome`', '/', 200, 'undefined'],
    ['at most two folders below', '/one/two/three', 200, 'undefined'],
    ['at most two folders below', '/one/two/three/four/index', 404, 'none'],
  ])('is so: %s, with %s', async (statement, path, status, text) => {
    expect(pageOf('docs/codeigniter.md').text).toContain(statement);
    const response = await answer(new Request(`http://localhost${path}`));
    expect({ status: response.status, text: await response.text() }).toEqual({ status, text });
  });
});
