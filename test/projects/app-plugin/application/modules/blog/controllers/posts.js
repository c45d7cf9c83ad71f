import { Controller } from 'waymark/hmvc';

export default class Posts extends Controller {
  list() {
    return ['a post'];
  }
}
