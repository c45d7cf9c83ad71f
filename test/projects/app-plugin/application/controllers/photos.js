import { Controller } from 'waymark/hmvc';

export default class Photos extends Controller {
  show(id) {
    return { id };
  }
}
