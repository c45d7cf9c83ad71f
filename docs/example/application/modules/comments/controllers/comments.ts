/** A photo's comments, at photos/12/comments. */
import { Route } from 'waymark';
import { type Html, html } from 'waymark/http';
import { readForm } from '../../../../framework/core/form.ts';
import { PageController } from '../../../../framework/core/page.ts';
import { find, type Photo } from '../../photos/models/photos.ts';
import * as comments from '../models/comments.ts';

export default class Comments extends PageController {
  index(photo: string) {
    return this._below(this._photo(photo));
  }

  async create(photo: string) {
    const found = this._photo(photo);
    const form = await readForm(this.context.request);
    const problem = comments.add(found.id, form);
    if (problem !== null) return this._below(found, form, problem);
    return this._seeOther(`${Route.url('photos.show', [found.id])}#comments`);
  }

  delete(photo: string, id: string) {
    if (!comments.remove(Number(photo), Number(id))) throw this._missing('comment');
    return this._changed(`${Route.url('photos.show', [photo])}#comments`);
  }

  /** The comments and their form, for another module's page. */
  _section(photo: number, form = new URLSearchParams(), problem?: string): Html {
    const items = comments.of(photo).map(
      ({ id, author, text }) => html`
<li><p class="who">${author}</p><p class="text">${text}</p>
<form method="post" action="${Route.url('comments.delete', [photo, id])}"><button class="quiet" name="_method" value="DELETE" aria-label="Delete ${author}'s comment">Delete</button></form></li>`,
    );
    const { author, text } = comments.LIMITS;
    return html`
<section id="comments" class="comments" aria-labelledby="comments-title">
<h2 id="comments-title">Comments</h2>
${items.length === 0 ? html`<p>None yet.</p>` : html`<ol>${items}</ol>`}
<form method="post" action="${Route.url('comments.create', [photo])}">
  ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
  <p><label for="author">Your name</label>
  <input id="author" name="author" maxlength="${author}" value="${form.get('author') ?? ''}" autocomplete="name"></p>
  <p><label for="text">Comment</label>
  <textarea id="text" name="text" maxlength="${text}" rows="3" required>${form.get('text') ?? ''}</textarea></p>
  <p><button>Comment</button></p>
</form>
</section>`;
  }

  /** Deletes a photo's comments. Other modules run it. */
  _forget(photo: number): void {
    comments.forget(photo);
  }

  /** Restores the original comments. Other modules run it. */
  _reset(): void {
    comments.reset();
  }

  _photo(id: string): Photo {
    const photo = find(id);
    if (photo === undefined) throw this._missing('photo');
    return photo;
  }

  /** A page with a photo's comments, and with the problem if a new comment has one. */
  _below({ id, title }: Photo, form?: URLSearchParams, problem?: string): unknown {
    const back = html`<p><a href="${Route.url('photos.show', [id])}">Back to the photo</a></p>`;
    const body = html`${back}${this._section(id, form, problem)}`;
    return problem === undefined ? this._page(title, body) : this._failed(422, title, body);
  }
}
