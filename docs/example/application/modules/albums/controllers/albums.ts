/** Albums, with photos from the photos module. */
import { Route } from 'waymark';
import { type Html, html } from 'waymark/http';
import { PageController } from '../../../../framework/core/page.ts';
import type { Photo } from '../../photos/models/photos.ts';
import * as albums from '../models/albums.ts';

export default class Albums extends PageController {
  async index() {
    const items: Html[] = [];
    for (const { name, title } of albums.all()) {
      const photos = await this._photosOf(name);
      items.push(html`
<section aria-labelledby="${name}">
<h2 id="${name}"><a href="${Route.url('albums.show', [name])}">${title}</a></h2>
${photos.length === 0 ? html`<p>Nothing yet.</p>` : await this._cards(photos.slice(0, 3))}
</section>`);
    }
    return this._page('Albums', html`${items}`);
  }

  async show(name: string) {
    const album = albums.find(name);
    if (album === undefined) throw this._missing('album');
    const photos = await this._photosOf(name);
    const none = html`<p>Nothing yet. <a href="${Route.url('photos.create_new')}">Add a photo</a></p>`;
    return this._page(album.title, photos.length === 0 ? none : await this._cards(photos));
  }

  // Casts, since `run` can't know what another module's action returns.

  async _photosOf(album: string): Promise<Photo[]> {
    return (await this.context.run('photos/_inAlbum', album)) as Photo[];
  }

  async _cards(photos: readonly Photo[]): Promise<Html> {
    return (await this.context.run('photos/_cards', photos)) as Html;
  }
}
