/** GET, POST, PUT and DELETE of photos: what `Route.resources('photos')` leads to. */
import { Route } from 'waymark';
import { type Html, html } from '../../../../framework/core/html.ts';
import { PageController } from '../../../../framework/core/page.ts';
import * as photos from '../models/photos.ts';

export default class Photos extends PageController {
  index() {
    const items = photos
      .all()
      .map(
        ({ id, title }) => html`<li><a href="${Route.url('photos.show', [id])}">${title}</a></li>`,
      );
    return this._page('Photos', html`<ul>${items}</ul>`);
  }

  async show(id: string) {
    const photo = photos.find(id);
    if (photo === undefined) return this._missing('photo');
    // Another module's action gives a part of this page. The cast says what, which run can't know.
    const comments = (await this.context.run('comments/list', photo.id)) as Html;
    return this._page(
      photo.title,
      html`<p><a href="${Route.url('api.photo', [photo.id])}">data</a></p>`,
      html`<form method="post"><button name="_method" value="DELETE">Delete</button></form>`,
      comments,
    );
  }

  async create() {
    const { id } = photos.add(await this.context.request.text());
    const location = Route.url('photos.show', [id]);
    return new Response(null, { status: 201, headers: { location } });
  }

  async update(id: string) {
    const photo = photos.find(id);
    if (photo === undefined) return this._missing('photo');
    return photos.save({ ...photo, title: await this.context.request.text() });
  }

  delete(id: string) {
    const photo = photos.find(id);
    if (photo === undefined) return this._missing('photo');
    photos.remove(photo);
    // A form was posted, so a browser waits for a page; any other client gets 204.
    if (this.context.request.method === 'POST') return this._seeOther(Route.url('photos.index'));
    return undefined;
  }

  data(id: string) {
    return photos.find(id) ?? this._missing('photo');
  }

  /** For other modules: no route leads here. */
  latest(count: number) {
    return photos.all().slice(-count).reverse();
  }
}
