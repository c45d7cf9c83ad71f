import { html } from '../../../framework/core/html.ts';
import { Page } from '../core/page.ts';

export default class Welcome extends Page {
  index() {
    const { url } = this.context;
    return this._page('Help desk', html`<a href="${url('tickets.index')}">Tickets</a>`);
  }
}
