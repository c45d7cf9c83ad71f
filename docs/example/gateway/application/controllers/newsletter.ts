import { Controller } from 'waymark/hmvc';

/** PHP answers GET at the same path, without a row of its own. */
export default class Newsletter extends Controller {
  subscribe() {
    return 'Subscribed by waymark';
  }
}
