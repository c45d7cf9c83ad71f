import { Controller } from 'waymark/hmvc';

/** PHP still shows the reviews: their row passes on actions that this class lacks. */
export default class Products extends Controller {
  show(id: string) {
    return { id, by: 'waymark' };
  }
}
