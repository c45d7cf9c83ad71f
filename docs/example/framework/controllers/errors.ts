/** What the table's 404_override reaches. The application has none of its own. */
import { Route } from 'waymark';
import { html } from '../core/html.ts';
import { PageController } from '../core/page.ts';

/** How much of a path is shown: enough to see the mistake. */
const SHOWN = 120;

export default class Errors extends PageController {
  missing() {
    const { pathname } = new URL(this.context.request.url);
    const shown = pathname.length > SHOWN ? `${pathname.slice(0, SHOWN)}…` : pathname;
    return this._page(
      'Not found',
      html`
<p>Nothing is at <code>${shown}</code>.</p>
<p class="actions"><a class="button" href="/">Back to the start</a>
<a href="${Route.url('routes')}?path=${encodeURIComponent(shown)}">What the route table says of it</a></p>`,
    );
  }
}
