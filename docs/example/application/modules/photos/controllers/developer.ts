/** What the context tools reaches in this module. */
import { Controller } from 'waymark/hmvc';
import { all } from '../models/photos.ts';

export default class Developer extends Controller {
  report() {
    return { photos: all().length };
  }
}
