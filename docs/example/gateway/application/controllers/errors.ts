import { Controller } from 'waymark/hmvc';
import { type Html, html } from 'waymark/http';

const LATER = html`<p>Please try again in a moment.</p>`;

/** The error pages of waymark and of the gateway. */
export default class Errors extends Controller {
  missing() {
    return html`<h1>Nothing is here</h1>`;
  }
  malformed() {
    return page(400, html`<h1>This address makes no sense</h1>`);
  }
  /** PHP refused the connection, or closed it without answering. */
  down() {
    return page(502, html`<h1>The site is unavailable</h1>${LATER}`, { 'retry-after': '10' });
  }
  /** PHP took longer than the time limit. */
  slow() {
    return page(504, html`<h1>This is taking too long</h1>${LATER}`, { 'retry-after': '10' });
  }
}

function page(status: number, text: Html, headers: Record<string, string> = {}): Response {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return new Response(String(text), { status, headers: { ...type, ...headers } });
}
