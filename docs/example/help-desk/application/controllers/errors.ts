import { html } from '../../../framework/core/html.ts';
import { Page } from '../core/page.ts';

export default class Errors extends Page {
  missing() {
    return this._page('Nothing is here', html`<p>It may have been closed.</p>`);
  }
  malformed() {
    return this._page('This request makes no sense', html``);
  }
  long() {
    return this._page('This is too long', html`<p>Attach a smaller file.</p>`);
  }
  broken() {
    return this._page('Something broke', html`<p>We have been told, and are looking into it.</p>`);
  }
}
