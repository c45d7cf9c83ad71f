/** A response from a package's own fetch implementation instead of the runtime's. */
export class ForeignResponse {
  readonly #own: Response;

  constructor(body: string | null, init?: ResponseInit) {
    this.#own = new Response(body, init);
  }
  get [Symbol.toStringTag]() {
    return 'Response';
  }
  get status() {
    return this.#own.status;
  }
  get statusText() {
    return this.#own.statusText;
  }
  get headers() {
    return this.#own.headers;
  }
  get body() {
    return this.#own.body;
  }
  get bodyUsed() {
    return this.#own.bodyUsed;
  }
  text() {
    return this.#own.text();
  }
}
