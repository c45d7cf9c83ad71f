/** The base class of the help desk's controllers. */
import { Controller } from 'waymark/hmvc';
import { cookies } from 'waymark/http';
import { type Html, html } from '../../../framework/core/html.ts';
import type { Desk } from './visitor.ts';

export class Page extends Controller<Desk> {
  /** A page with the last request's message. A string that an action returns is sent as HTML. */
  _page(title: string, body: Html): string {
    const { user, url } = this.context;
    const jar = cookies(this.context);
    const flash = jar.get('flash');
    if (flash !== undefined) jar.delete('flash');
    return html`<!doctype html>
<title>${title}</title>
${flash === undefined ? '' : html`<p role="status">${flash}</p>`}
${user === null ? '' : html`<form method="post" action="${url('logout')}">${user.name} <button>Log out</button></form>`}
<h1>${title}</h1>
${body}`.markup;
  }

  /** Leaves a message for the next page. */
  _flash(text: string): void {
    cookies(this.context).set('flash', text, { maxAge: 60 });
  }
}
