/** The form for adding or editing a photo. */
import { Route } from 'waymark';
import { type Html, html } from 'waymark/http';
import * as albums from '../../albums/models/albums.ts';
import { type Draft, LIMITS, type Problems } from '../models/photos.ts';

interface FormState {
  /** The id of the photo to edit; unset for a new one. */
  readonly id?: number;
  readonly problems?: Problems;
  readonly notice?: string;
}

export function photoForm(draft: Draft, { id, problems, notice }: FormState = {}): Html {
  const action = id === undefined ? Route.url('photos.create') : Route.url('photos.update', [id]);
  const back = id === undefined ? Route.url('photos.index') : Route.url('photos.show', [id]);
  const options = albums
    .all()
    .map(
      ({ name, title }) =>
        html`<option value="${name}"${name === draft.album ? html` selected` : ''}>${title}</option>`,
    );
  const problem = (field: string): Html => {
    const text = problems?.get(field);
    return text === undefined
      ? html``
      : html`<span class="problem" id="${field}-problem">${text}</span>`;
  };
  const state = (field: string): Html =>
    problems?.has(field) ? html` aria-invalid="true" aria-describedby="${field}-problem"` : html``;

  return html`
<form class="stack" method="post" action="${action}">
  ${notice === undefined ? '' : html`<p class="problem" role="alert">${notice}</p>`}
  ${id === undefined ? '' : html`<input type="hidden" name="_method" value="PUT">`}
  <p><label for="title">Title</label>
  <input id="title" name="title" value="${draft.title}" maxlength="${LIMITS.title}" required${state('title')}>
  ${problem('title')}</p>
  <p><label for="album">Album</label>
  <select id="album" name="album"${state('album')}>${options}</select>
  ${problem('album')}</p>
  <p><label for="caption">Caption <small>(optional)</small></label>
  <textarea id="caption" name="caption" maxlength="${LIMITS.caption}" rows="3"${state('caption')}>${draft.caption}</textarea>
  ${problem('caption')}</p>
  <p><label for="link">Link <small>(optional)</small></label>
  <input id="link" name="link" type="url" value="${draft.link}" maxlength="${LIMITS.link}" placeholder="https://"${state('link')}>
  ${problem('link')}</p>
  <p class="actions"><button>${id === undefined ? 'Add the photo' : 'Save'}</button> <a href="${back}">Cancel</a></p>
</form>`;
}
