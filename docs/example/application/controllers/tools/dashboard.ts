/** The home of the `tools` context. */
import { Route } from 'waymark';
import { html } from 'waymark/http';
import { PageController } from '../../../framework/core/page.ts';

const MODULES = ['photos', 'comments', 'albums'];

export default class Dashboard extends PageController {
  index() {
    const reports = MODULES.map(
      (module) => html`<li><a href="/tools/${module}/report">Report on ${module}</a></li>`,
    );
    return this._page(
      'Tools',
      html`
<p class="lead">Each module adds its own controller to this area.</p>
<ul class="list">${reports}</ul>
<h2>Error pages</h2>
<ul class="list">
  <li><a href="/nothing">A path without a route</a></li>
  <li><a href="/%zz">A malformed path</a></li>
  <li><a href="/tools/photos/fail">An action that throws</a></li>
</ul>
<h2>Start over</h2>
<p>Everything is kept in memory. This restores the original photos and their comments.</p>
<form method="post" action="${Route.url('reset', ['photos'])}"><button class="danger">Reset the gallery</button></form>`,
    );
  }
}
