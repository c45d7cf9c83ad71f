/**
 * Loads files by kind and name. For `load.model('gallery/photos')` in module `blog` the places are,
 * as in CodeIgniter's modular extensions (`Modules::find`):
 *
 * 1. `modules/blog/models/gallery/photos`, in the current module;
 * 2. `modules/gallery/models/photos`, in the module that is named;
 * 3. `models/gallery/photos`.
 *
 * Places 1 and 2 are looked for in one root after the other, then place 3. A file's first letter may
 * be upper case. A file that is not source is named with its extension: `photo.html`.
 *
 * Each method gives what the file exports, as `import()` does, and throws a `WaymarkError` if no
 * place has a file. Only the application knows what a file exports, so it says so where it loads it.
 * @example
 * const { find } = await this.context.load.model<typeof import('../models/photos.ts')>('photos');
 */
export interface Load {
  /** A file by its folder below a root and its name: `load('core', 'MY_Controller')`. */
  <Exports = unknown>(folder: string, name: string): Promise<Exports>;
  /** A file of `models`. */
  model<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `libraries`. */
  library<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `config`. */
  config<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `views`: a function, a template's text, JSON, or whatever else it exports. */
  view<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `core`. */
  core<Exports = unknown>(name: string): Promise<Exports>;
}
