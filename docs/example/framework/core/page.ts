/** The base class of controllers that send pages. */
import type { RouteTable } from 'waymark';
import { Controller } from 'waymark/hmvc';
import { type Html, html } from 'waymark/http';
import type { layout } from './layout.ts';

/** Members that the application adds to the context of each request. */
export interface Site {
  readonly layout: typeof layout;
  readonly table: RouteTable;
}

export class PageController extends Controller<Site> {
  // Controllers inherit the methods of this class as actions, unless they start with _.

  /** A page with a heading. */
  _page(title: string, body: Html): Html {
    return this.context.layout(title, html`<h1>${title}</h1>\n${body}`, this._path());
  }

  /** The path as it was sent; `/` if the URL is malformed. */
  _path(): string {
    const { url } = this.context.request;
    return URL.canParse(url) ? new URL(url).pathname : '/';
  }

  /** An error page with its status. */
  _failed(status: number, title: string, body: Html): Response {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return new Response(String(this._page(title, body)), { status, headers });
  }

  /** A 404 page to throw: a thrown `Response` is the answer. */
  _missing(what: string): Response {
    const back = html`<p>It may have been deleted. <a href="/">Back to the start</a></p>`;
    return this._failed(404, `There is no such ${what}`, back);
  }

  /** Redirects after a form's POST; sends the value to a client that sent PUT or DELETE itself. */
  _changed(location: string, value?: unknown): unknown {
    return this.context.request.method === 'POST' ? this._seeOther(location) : value;
  }

  _seeOther(location: string): Response {
    return new Response(null, { status: 303, headers: { location } });
  }
}
