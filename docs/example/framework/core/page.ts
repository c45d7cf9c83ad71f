/** What the controllers of a site with pages extend. */
import { Controller } from 'waymark/hmvc';
import { type Html, html } from './html.ts';
import type { layout } from './layout.ts';

export class PageController extends Controller<{ readonly layout: typeof layout }> {
  // Every method of a class between a controller and the base is an action, unless it starts with _.
  _page(title: string, ...body: Html[]): string {
    return this.context.layout(title, html`<h1>${title}</h1>${body}`);
  }

  _missing(what: string): Response {
    return new Response(this._page(`There is no such ${what}`), {
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  }

  _seeOther(location: string): Response {
    return new Response(null, { status: 303, headers: { location } });
  }
}
