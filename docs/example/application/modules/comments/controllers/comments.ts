/** Comments below a photo: photos/12/comments. */
import { Route } from 'waymark';
import { html } from '../../../../framework/core/html.ts';
import { PageController } from '../../../../framework/core/page.ts';
import { find } from '../../photos/models/photos.ts';
import * as comments from '../models/comments.ts';

export default class Comments extends PageController {
  index(photo: string) {
    if (find(photo) === undefined) return this._missing('photo');
    return this._page('Comments', this.list(photo));
  }

  async create(photo: string) {
    if (find(photo) === undefined) return this._missing('photo');
    const form = new URLSearchParams(await this.context.request.text());
    comments.add(Number(photo), form.get('text') ?? '');
    return this._seeOther(Route.url('photos.show', [photo]));
  }

  /** For other modules: the list and its form, without the page around it. */
  list(photo: number | string) {
    const items = comments.of(Number(photo)).map((text) => html`<li>${text}</li>`);
    return html`
<ul>${items}</ul>
<form method="post" action="${Route.url('comments.create', [photo])}">
  <input name="text" required><button>Comment</button>
</form>`;
  }
}
