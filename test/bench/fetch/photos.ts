/** A controller as an application writes it. */
import type { Context } from '../../../src/hmvc.ts';

const bundle = new URL('../../../dist/hmvc.js', import.meta.url).href;
const { Controller } = (await import(bundle)) as typeof import('../../../src/hmvc.ts');

export default class Photos extends Controller<Context> {
  index() {
    return 'photos';
  }
  create() {
    return 'photos';
  }
  show(id: string) {
    return { id, title: 'The beach' };
  }
  remove() {
    return 'photos';
  }
}
