/** Albums, which are made of what the photos module gives. */
import { html } from '../../../../framework/core/html.ts';
import { PageController } from '../../../../framework/core/page.ts';
import type { Photo } from '../../photos/models/photos.ts';

export default class Albums extends PageController {
  async index() {
    // The cast says what photos/latest returns, which run can't know.
    const latest = (await this.context.run('photos/latest', 2)) as Photo[];
    const items = latest.map(({ title }) => html`<li>${title}</li>`);
    return this._page('The latest photos', html`<ol>${items}</ol>`);
  }
}
