/** The default controller, which answers the empty path. */
import { Route } from 'waymark';
import { type Html, html } from 'waymark/http';
import { PageController } from '../../framework/core/page.ts';
import type { Photo } from '../modules/photos/models/photos.ts';

export default class Welcome extends PageController {
  async index() {
    // Casts, since `run` can't know what another module's action returns.
    const latest = (await this.context.run('photos/_latest', 6)) as Photo[];
    const cards = (await this.context.run('photos/_cards', latest)) as Html;
    return this._page(
      'Welcome',
      html`
<p class="lead">A small gallery of drawn places, routed by <strong>waymark</strong>. Add a photo of your own, change
it, comment on the others, and see at the end of each page which route answered.</p>
<p class="actions"><a class="button" href="${Route.url('photos.create_new')}">Add a photo</a>
<a href="${Route.url('photos.index')}">See all photos</a></p>
<h2>The latest photos</h2>
${cards}`,
    );
  }
}
