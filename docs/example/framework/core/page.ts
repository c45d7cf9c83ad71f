/** What the controllers of a site with pages extend. */
import type { RouteTable } from 'waymark';
import { Controller } from 'waymark/hmvc';
import { type Html, html } from './html.ts';
import type { layout } from './layout.ts';

/** What the application adds to the context of each request. */
export interface Site {
  readonly layout: typeof layout;
  readonly table: RouteTable;
}

export class PageController extends Controller<Site> {
  // Every method of a class between a controller and the base is an action, unless it starts with _.

  /** A page under its heading. A string that an action returns is sent as HTML. */
  _page(title: string, body: Html): string {
    return this.context.layout(title, html`<h1>${title}</h1>\n${body}`, this._path());
  }

  /** The path as it was sent; `/` if the page says that the request can't be read. */
  _path(): string {
    const { url } = this.context.request;
    return URL.canParse(url) ? new URL(url).pathname : '/';
  }

  /** A page that says that something went wrong. */
  _failed(status: number, title: string, body: Html): Response {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return new Response(this._page(title, body), { status, headers });
  }

  /** A page to throw: a `Response` that is thrown is the answer. */
  _missing(what: string): Response {
    const back = html`<p>It may have been deleted. <a href="/">Back to the start</a></p>`;
    return this._failed(404, `There is no such ${what}`, back);
  }

  /** After a change: a form leads to a page; a client that sent PUT or DELETE itself gets the value. */
  _changed(location: string, value?: unknown): unknown {
    return this.context.request.method === 'POST' ? this._seeOther(location) : value;
  }

  _seeOther(location: string): Response {
    return new Response(null, { status: 303, headers: { location } });
  }
}
