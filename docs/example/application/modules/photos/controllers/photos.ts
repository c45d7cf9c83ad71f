/** The seven actions of `Route.resources('photos')`, and methods for other modules. */
import { Route } from 'waymark';
import { type Html, html } from 'waymark/http';
import { readForm } from '../../../../framework/core/form.ts';
import { PageController } from '../../../../framework/core/page.ts';
import { webAddress } from '../../../../framework/core/text.ts';
import * as albums from '../../albums/models/albums.ts';
import { draw } from '../libraries/picture.ts';
import * as photos from '../models/photos.ts';
import { photoForm } from '../views/form.ts';

const FULL = 'The gallery is full. Delete a photo first.';

export default class Photos extends PageController {
  index() {
    return this._page(
      'Photos',
      html`
<p class="actions"><a class="button" href="${Route.url('photos.create_new')}">Add a photo</a></p>
${this._cards(photos.all().reverse())}`,
    );
  }

  create_new() {
    const { draft } = photos.read(new URLSearchParams({ album: 'coast' }));
    return this._page('Add a photo', photoForm(draft));
  }

  async create() {
    const { draft, problems } = photos.read(await readForm(this.context.request));
    if (problems.size > 0) return this._failed(422, 'Add a photo', photoForm(draft, { problems }));
    if (photos.isFull())
      return this._failed(409, 'Add a photo', photoForm(draft, { notice: FULL }));
    return this._seeOther(Route.url('photos.show', [photos.add(draft).id]));
  }

  async show(id: string) {
    const photo = this._find(id);
    // Another module renders this part of the page. A cast, since `run` can't know its type.
    const comments = (await this.context.run('comments/_section', photo.id)) as Html;
    const link = webAddress(photo.link);
    return this._page(
      photo.title,
      html`
<figure class="photo">
  <img src="${Route.url('picture', [photo.id])}" alt="${albums.find(photo.album)?.shows ?? ''}" width="800" height="500">
  <figcaption>
    ${photo.caption === '' ? '' : html`<p class="text">${photo.caption}</p>`}
    <p class="meta">In the album <a href="${Route.url('albums.show', [photo.album])}">${albums.find(photo.album)?.title ?? ''}</a>
    ${link === null ? '' : html`· <a href="${link}" rel="nofollow noopener noreferrer">More about it</a>`}
    · <a href="${Route.url('api.photo', [photo.id])}">As JSON</a></p>
  </figcaption>
</figure>
<div class="actions">
  <a class="button" href="${Route.url('photos.edit', [photo.id])}">Edit</a>
  <details>
    <summary>Delete</summary>
    <form method="post" action="${Route.url('photos.delete', [photo.id])}">
      <p>The photo and its comments will be gone.</p>
      <p><button class="danger" name="_method" value="DELETE">Delete this photo</button></p>
    </form>
  </details>
</div>
${comments}`,
    );
  }

  edit(id: string) {
    const photo = this._find(id);
    return this._page(`Edit ${photo.title}`, photoForm(photo, { id: photo.id }));
  }

  async update(id: string) {
    const photo = this._find(id);
    const { draft, problems } = photos.read(await readForm(this.context.request));
    if (problems.size > 0) {
      const form = photoForm(draft, { id: photo.id, problems });
      return this._failed(422, `Edit ${photo.title}`, form);
    }
    const saved = photos.save({ ...draft, id: photo.id });
    return this._changed(Route.url('photos.show', [photo.id]), saved);
  }

  async delete(id: string) {
    const photo = this._find(id);
    photos.remove(photo);
    await this.context.run('comments/_forget', photo.id);
    return this._changed(Route.url('photos.index'));
  }

  picture(id: string) {
    const photo = this._find(id);
    const svg = draw(photo.album, photo.id);
    return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
  }

  data(id: string) {
    return this._find(id);
  }

  _find(id: string): photos.Photo {
    const photo = photos.find(id);
    if (photo === undefined) throw this._missing('photo');
    return photo;
  }

  // Methods for other modules: `run` calls names that start with _, but no URL reaches them.

  _latest(count: number) {
    return photos.all().slice(-count).reverse();
  }

  _inAlbum(name: string) {
    return photos.all().filter(({ album }) => album === name);
  }

  /** Pictures that link to their photos. */
  _cards(shown: readonly photos.Photo[]): Html {
    const items = shown.map(
      ({ id, title, album }) => html`
  <li><a href="${Route.url('photos.show', [id])}">
    <img src="${Route.url('picture', [id])}" alt="${albums.find(album)?.shows ?? ''}" width="800" height="500" loading="lazy">
    <span>${title}</span></a></li>`,
    );
    return html`<ul class="cards">${items}
</ul>`;
  }
}
