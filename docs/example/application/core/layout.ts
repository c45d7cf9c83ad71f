/** The gallery's own layout, in place of the framework's file of the same name. */
import { Route } from 'waymark';
import { type Html, html } from '../../framework/core/html.ts';

export function layout(title: string, body: Html): string {
  return html`<!doctype html>
<meta charset="utf-8">
<title>${title} · Gallery</title>
<nav>
  <a href="${Route.url('photos.index')}">Photos</a>
  <a href="${Route.url('albums.index')}">Albums</a>
</nav>
${body}
`.markup;
}
