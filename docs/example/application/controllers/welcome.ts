/** The default controller: what the empty path reaches. */
import { html } from '../../framework/core/html.ts';
import { PageController } from '../../framework/core/page.ts';

export default class Welcome extends PageController {
  index() {
    return this._page('Welcome', html`<p>The gallery is open.</p>`);
  }
}
