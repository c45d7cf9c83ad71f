/** What the context tools reaches in this module. */
import { Controller } from 'waymark/hmvc';

export default class Developer extends Controller {
  report() {
    return { albums: 1 };
  }
}
