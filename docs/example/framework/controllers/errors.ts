/** The error pages, unless the application has its own. */
import { Route } from 'waymark';
import { type Html, html } from 'waymark/http';
import { PageController } from '../core/page.ts';

/** The maximum length of a path shown on a page: enough to see the mistake. */
const SHOWN = 120;

export default class Errors extends PageController {
  /** The table's 404_override. */
  missing() {
    const shown = this._shownPath();
    const routes = `${Route.url('routes')}?path=${encodeURIComponent(shown)}`;
    return this._error(
      'Not found',
      html`Nothing is at <code>${shown}</code>.`,
      html`<a href="${routes}">What the route table says about it</a>`,
    );
  }

  malformed() {
    return this._error('Bad request', html`<code>${this._shownPath()}</code> can't be read.`);
  }

  method() {
    const { method } = this.context.request;
    return this._error(
      'Method not allowed',
      html`<code>${this._shownPath()}</code> does not accept ${method}.`,
    );
  }

  /** Hides the error itself, which is only logged. */
  broken() {
    return this._error('Something broke', html`It is not your fault, and it has been logged.`);
  }

  _error(title: string, text: Html, link: Html | string = ''): Html {
    return this._page(
      title,
      html`
<p>${text}</p>
<p class="actions"><a class="button" href="/">Back to the start</a> ${link}</p>`,
    );
  }

  _shownPath(): string {
    const path = this._path();
    return path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path;
  }
}
