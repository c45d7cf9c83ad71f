import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  Controller,
  createContext,
  createLoader,
  type Files,
  type Load,
  runDestination,
} from '../../src/hmvc.ts';

/** Files that load as their own path. */
function files(...paths: string[]): Files {
  return Object.fromEntries(paths.map((path) => [path, async () => path]));
}

const loader = createLoader(
  files(
    'framework/core/controller.ts',
    'framework/core/layout.ts',
    'application/core/layout.ts',
    'application/core/MY_Controller.ts',
    'application/modules/gallery/models/photos.ts',
    'application/models/photos.ts',
    'framework/models/users.ts',
    'application/modules/blog/models/posts.ts',
    'framework/modules/blog/models/gallery/photos.ts',
    'framework/modules/blog/models/tags.ts',
    'framework/modules/tags/models/tags.ts',
    'application/modules/tags/models/clouds.ts',
    'framework/modules/blog/models/tags/clouds.ts',
    'application/modules/blog/libraries/Markdown.ts',
    'framework/libraries/session.ts',
    'application/modules/blog/config/routes.ts',
    'application/config/database.ts',
    'application/modules/blog/views/post.ts',
    'application/modules/blog/views/post.html',
    'application/views/errors/Missing.html',
    'application/config/limits.json',
    'application/modules/blog/controllers/blog.ts',
    'application/modules/blog/controllers/admin/posts.ts',
    'framework/modules/blog/controllers/Blog.ts',
    'framework/modules/blog/controllers/notes.html',
    'application/modules.ts',
  ),
);

describe('loader.load', () => {
  it.each([
    ['core', 'controller', 'framework/core/controller.ts'],
    ['core', 'Controller', 'framework/core/controller.ts'],
    ['core', 'layout', 'application/core/layout.ts'],
    ['core', 'MY_Controller', 'application/core/MY_Controller.ts'],
    ['core', 'mY_Controller', 'application/core/MY_Controller.ts'],
    ['modules/gallery/models', 'photos', 'application/modules/gallery/models/photos.ts'],
    ['views/errors', 'missing.html', 'application/views/errors/Missing.html'],
  ])('loads %j, %j from %j', async (folder, name, path) => {
    expect(await loader.load(folder, name)).toBe(path);
  });

  it.each([
    ['core', 'controllers', 'framework/core/controller.ts'],
    ['core', 'Layouts', 'application/core/layout.ts'],
    ['', 'controller', 'framework/core/controller.ts'],
    ['views/errors', 'missing', 'application/views/errors/Missing.html'],
    ['core', '../core/controller', 'framework/core/controller.ts'],
  ])('finds no file for %j, %j, and names the nearest, %s', async (folder, name, near) => {
    await expect(loader.load(folder, name)).rejects.toMatchObject({
      name: 'WaymarkError',
      code: 'bad-files',
      message:
        `load('${folder}', '${name}'): no root has such a file; the nearest file is ` +
        `'${near}'. Write the file's name without .ts, and a module's as 'module/name'. ` +
        'See npx waymark help bad-files.',
    });
  });

  it('says that there are no files', async () => {
    await expect(createLoader({}).load('core', 'a')).rejects.toThrow(
      "load('core', 'a'): no root has such a file; there are no files below the roots.",
    );
  });

  it.each<[string, (load: Load) => Promise<unknown>, string]>([
    ['a folder', (load) => load(7 as never, 'a'), 'load: folder is 7. Expected a string.'],
    ['a name', (load) => load('core', null as never), 'load: name is null'],
    [
      'the name of a model',
      (load) => load.model(undefined as never),
      'load.model: name is undefined',
    ],
  ])('rejects if %s is not a string', async (_what, call, message) => {
    await expect(call(loader.load)).rejects.toMatchObject({
      code: 'bad-argument',
      message: expect.stringContaining(message),
    });
  });

  it.each<[unknown, string]>([
    [['src'], "createLoader: '0' is not an option of this call. Known options: roots, settings."],
    [{ root: ['src'] }, "'root' is not an option of this call. Write roots;"],
    [7, 'options is 7'],
  ])('does not exist for the options %j', (options, message) => {
    expect(() => createLoader({}, options as object)).toThrow(message);
  });

  it.each([null, { roots: null, settings: null }])('reads the options %j as none', (options) => {
    expect(createLoader({}, options as never).roots).toEqual(['application', 'framework']);
  });

  it('without settings locates names as they are written', () => {
    const { locate } = createLoader(files('application/controllers/photo_albums.ts'));
    expect(locate('photo_albums')?.action).toBe('index');
    expect(locate('photo-albums')).toBeNull();
  });

  it('searches the given roots', async () => {
    const other = createLoader(files('src/core/a.ts'), { roots: ['src'] });
    expect(await other.load('core', 'a')).toBe('src/core/a.ts');
  });
});

describe('load', () => {
  it.each([
    ['model', null, 'photos', 'application/models/photos.ts'],
    ['model', null, 'Photos', 'application/models/photos.ts'],
    ['model', null, 'gallery/photos', 'application/modules/gallery/models/photos.ts'],
    ['model', null, 'gallery/Photos', 'application/modules/gallery/models/photos.ts'],
    ['model', 'gallery', 'photos', 'application/modules/gallery/models/photos.ts'],
    ['model', 'blog', 'photos', 'application/models/photos.ts'],
    ['model', 'blog', 'posts', 'application/modules/blog/models/posts.ts'],
    ['model', 'blog', 'tags', 'framework/modules/blog/models/tags.ts'],
    ['model', 'blog', 'users', 'framework/models/users.ts'],
    ['model', 'blog', 'gallery/photos', 'application/modules/gallery/models/photos.ts'],
    ['model', 'blog', 'tags/clouds', 'application/modules/tags/models/clouds.ts'],
    ['model', 'blog', 'tags/tags', 'framework/modules/tags/models/tags.ts'],
    ['library', 'blog', 'markdown', 'application/modules/blog/libraries/Markdown.ts'],
    ['library', 'blog', 'session', 'framework/libraries/session.ts'],
    ['library', null, 'blog/Markdown', 'application/modules/blog/libraries/Markdown.ts'],
    ['config', 'blog', 'routes', 'application/modules/blog/config/routes.ts'],
    ['config', 'blog', 'database', 'application/config/database.ts'],
    ['config', null, 'limits.json', 'application/config/limits.json'],
    ['view', 'blog', 'post', 'application/modules/blog/views/post.ts'],
    ['view', 'blog', 'post.html', 'application/modules/blog/views/post.html'],
    ['view', 'blog', 'errors/missing.html', 'application/views/errors/Missing.html'],
    ['core', 'blog', 'layout', 'application/core/layout.ts'],
    ['core', 'blog', 'controller', 'framework/core/controller.ts'],
  ] as const)('.%s in the module %j finds %j at %s', async (kind, module, name, path) => {
    expect(await loader.within(module)[kind](name)).toBe(path);
  });

  it('looks in the current module before the named one, within a root', async () => {
    const paths = [
      'application/modules/tags/models/clouds.ts',
      'application/modules/blog/models/tags/clouds.ts',
    ];
    const load = createLoader(files(...paths)).within('blog');
    expect(await load.model('tags/clouds')).toBe(paths[1]);
  });

  it('looks in the folders of a named module', async () => {
    const path = 'application/modules/blog/models/old/drafts.ts';
    expect(await createLoader(files(path)).within('gallery').model('blog/old/drafts')).toBe(path);
  });

  it('outside every module has no current module, whatever it is called', async () => {
    const load = createLoader(files('application/modules/null/models/photos.ts')).within(null);
    await expect(load.model('photos')).rejects.toThrow('no root has such a file');
    expect(await load.model('null/photos')).toBe('application/modules/null/models/photos.ts');
  });

  it.each([
    ['model', null, 'posts'],
    ['model', 'blog', 'toString'],
    ['library', 'blog', '../models/posts'],
    ['view', 'blog', 'post.htm'],
    ['config', 'blog', 'routing'],
    ['core', null, 'layouts'],
    ['model', null, ''],
    ['model', null, 'tags/'],
  ] as const)('.%s in the module %j says that there is no %j', async (kind, module, name) => {
    await expect(loader.within(module)[kind](name)).rejects.toThrow(
      `load.${kind}('${name}'): no root has such a file; the nearest file is `,
    );
  });

  it('names the nearest file of its kind, if none has the name', async () => {
    const load = createLoader(files('application/c.ts', 'application/models/posts.ts')).within(
      null,
    );
    await expect(load.model('post')).rejects.toThrow("'application/models/posts.ts'");
  });

  it('is available to a controller for its own module, and to calls of run for theirs', async () => {
    class Blog extends Controller {
      async index() {
        return [await this.context.load.model('posts'), await this.context.run('gallery/index')];
      }
    }
    class Gallery extends Controller {
      index() {
        return this.context.load.model('photos');
      }
    }
    const application = createLoader({
      ...files('application/modules/blog/models/posts.ts', 'application/models/photos.ts'),
      ...files('application/modules/gallery/models/photos.ts'),
      'application/modules/blog/controllers/blog.ts': async () => ({ default: Blog }),
      'application/modules/gallery/controllers/gallery.ts': async () => ({ default: Gallery }),
    });
    const request = new Request('http://localhost/');
    const visit = { request, method: 'GET', route: null, params: [], added: {} };
    expect((await runDestination(application, 'blog', visit))?.value).toEqual([
      'application/modules/blog/models/posts.ts',
      'application/modules/gallery/models/photos.ts',
    ]);
    const { load } = await createContext(visit, application);
    expect(await load.model('photos')).toBe('application/models/photos.ts');
  });

  it('returns what the application says that the file exports', () => {
    type Photos = { readonly find: (id: string) => { readonly id: string } };
    const { model } = loader.within(null);
    expectTypeOf(model<Photos>).returns.resolves.toEqualTypeOf<Photos>();
    expectTypeOf(model).returns.resolves.toBeUnknown();
  });
});

it('loader.modules lists modules, their controllers and their files, in their order', () => {
  expect(loader.modules()).toEqual([
    {
      name: 'blog',
      controllers: ['admin/posts', 'blog'],
      files: [
        'application/modules/blog/config/routes.ts',
        'application/modules/blog/controllers/admin/posts.ts',
        'application/modules/blog/controllers/blog.ts',
        'application/modules/blog/libraries/Markdown.ts',
        'application/modules/blog/models/posts.ts',
        'application/modules/blog/views/post.html',
        'application/modules/blog/views/post.ts',
        'framework/modules/blog/controllers/notes.html',
        'framework/modules/blog/models/gallery/photos.ts',
        'framework/modules/blog/models/tags.ts',
        'framework/modules/blog/models/tags/clouds.ts',
      ],
    },
    { name: 'gallery', controllers: [], files: ['application/modules/gallery/models/photos.ts'] },
    {
      name: 'tags',
      controllers: [],
      files: ['application/modules/tags/models/clouds.ts', 'framework/modules/tags/models/tags.ts'],
    },
  ]);
});

describe('loader.modules, of folders in other folders,', () => {
  it('reads no folder as a module that is not at the start', () => {
    expect(createLoader(files('application/views/modules/card/plain.ts')).modules()).toEqual([]);
  });

  it('reads nothing as a controller that is in another folder of a module', () => {
    const path = 'application/modules/blog/views/controllers/list.ts';
    const modules = [{ name: 'blog', controllers: [], files: [path] }];
    expect(createLoader(files(path)).modules()).toEqual(modules);
  });
});

describe('a file that holds no source', () => {
  it.each(['plain', '.hidden', '.env.local'])(
    'is not found without an extension: %s',
    async (name) => {
      const { view } = createLoader(files(`application/views/${name}`)).within(null);
      await expect(view(name)).rejects.toThrow('there are no files below the roots');
    },
  );

  it.each(['blog/notes.html', 'notes.html', 'blog/notes'])(
    'is a controller for no destination: %s',
    (destination) => {
      const files = {
        'application/controllers/notes.html': async () => ({ default: '' }),
        'application/modules/blog/controllers/notes.html': async () => ({ default: '' }),
      };
      expect([...createLoader(files).places(destination)]).toEqual([]);
    },
  );
});
