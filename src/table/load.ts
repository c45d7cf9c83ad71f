/**
 * Loads files by kind and name. `load.model('gallery/photos')` in module `blog` looks for, as in
 * CodeIgniter's modular extensions (`Modules::find`):
 *
 * 1. `modules/blog/models/gallery/photos`, in the current module;
 * 2. `modules/gallery/models/photos`, in the module that the name starts with;
 * 3. `models/gallery/photos`.
 *
 * Each root is searched for 1 and 2, then each for 3. A file's first letter may be upper case.
 * Files other than source are named with their extension: `photo.html`.
 *
 * Each method resolves to the file's exports, like `import()`, and throws a `WaymarkError` if there
 * is no such file. The caller gives the type of the exports.
 * @example
 * const { find } = await this.context.load.model<typeof import('../models/photos.ts')>('photos');
 */
export interface Load {
  /** A file by its folder, relative to a root, and its name: `load('core', 'MY_Controller')`. */
  <Exports = unknown>(folder: string, name: string): Promise<Exports>;
  /** A file of `models`. */
  model<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `libraries`. */
  library<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `config`. */
  config<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `views`: a function, a template's text, JSON, or any other export. */
  view<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `core`. */
  core<Exports = unknown>(name: string): Promise<Exports>;
}
