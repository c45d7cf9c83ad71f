/** A browser that handles only cookies and redirects. */
import { parseSetCookie } from 'cookie';
import type { FetchHandler } from '../../src/fetch.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

type Form = Readonly<Record<string, string | File>>;

/** A user of an application, whose browser keeps its cookies. */
export class Visitor {
  readonly #handler: FetchHandler;
  readonly #origin: string;
  readonly cookies = new Map<string, string>();

  constructor(handler: FetchHandler, origin = 'http://localhost') {
    this.#handler = handler;
    this.#origin = origin;
  }

  async send(
    method: string,
    path: string,
    init: Omit<RequestInit, 'method'> = {},
  ): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) {
      headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
    }
    const request = new Request(`${this.#origin}${path}`, { ...init, method, headers });
    const response = await this.#handler(request);
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** Follows a link and its redirects. */
  async open(path: string): Promise<Answer> {
    return this.#follow(await this.send('GET', path));
  }

  /** Posts a form from one of the site's pages, and follows the redirects. */
  async submit(path: string, fields: Form = {}): Promise<Answer> {
    const hasFile = Object.values(fields).some((value) => value instanceof File);
    const body = hasFile ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) body.append(name, value as string); // a File if it is FormData
    const headers = { origin: this.#origin, 'sec-fetch-site': 'same-origin' };
    return this.#follow(await this.send('POST', path, { body, headers }));
  }

  async #follow(answer: Answer): Promise<Answer> {
    let next = answer;
    for (let location = where(next); location !== null; location = where(next)) {
      next = await this.send('GET', location);
    }
    return next;
  }

  #keep(line: string): void {
    const { name, maxAge } = parseSetCookie(line);
    if (maxAge !== undefined && maxAge <= 0) this.cookies.delete(name);
    else this.cookies.set(name, line.slice(name.length + 1).split(';', 1)[0]);
  }
}

function where({ status, headers }: Answer): string | null {
  return status >= 300 && status < 400 ? headers.get('location') : null;
}
