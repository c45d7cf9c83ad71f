/** What the table's 404_override reaches. The application has none of its own. */
import { html } from '../core/html.ts';
import { PageController } from '../core/page.ts';

export default class Errors extends PageController {
  missing() {
    return this._page('Not found', html`<p>Nothing is here.</p>`);
  }
}
