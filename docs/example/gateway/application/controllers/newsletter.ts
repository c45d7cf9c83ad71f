import { Controller } from 'waymark/hmvc';

/** PHP still answers GET at this path, which needs no row. */
export default class Newsletter extends Controller {
  subscribe() {
    return 'Subscribed by waymark';
  }
}
