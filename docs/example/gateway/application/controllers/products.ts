import { Controller } from 'waymark/hmvc';

/** Its reviews are still PHP's: the row for them passes on whatever this class lacks. */
export default class Products extends Controller {
  show(id: string) {
    return { id, by: 'waymark' };
  }
}
