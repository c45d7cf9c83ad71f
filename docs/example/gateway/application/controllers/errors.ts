import { Controller } from 'waymark/hmvc';

/** The error pages of waymark and of the gateway. */
export default class Errors extends Controller {
  missing() {
    return '<h1>Nothing is here</h1>';
  }
  malformed() {
    return '<h1>This address makes no sense</h1>';
  }
  /** PHP refused the connection, or closed it without answering. */
  down() {
    return page(502, 'The site is unavailable');
  }
  /** PHP took longer than the time limit. */
  slow() {
    return page(504, 'This is taking too long');
  }
}

function page(status: number, title: string): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': '10' };
  return new Response(`<h1>${title}</h1><p>Please try again in a moment.</p>`, { status, headers });
}
