/** The home of the context tools. */
import { html } from '../../../framework/core/html.ts';
import { PageController } from '../../../framework/core/page.ts';

export default class Dashboard extends PageController {
  index() {
    const reports = ['photos', 'albums'].map(
      (module) => html`<li><a href="/tools/${module}/report">${module}</a></li>`,
    );
    return this._page('Reports', html`<ul>${reports}</ul>`);
  }
}
