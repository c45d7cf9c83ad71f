/** The attributes of a cookie (RFC 6265). */
export interface CookieOptions {
  /** Seconds until the cookie expires; without it and `expires`, the browser keeps it until it closes. */
  readonly maxAge?: number | undefined;
  /** When the cookie expires; `maxAge` goes first. */
  readonly expires?: Date | undefined;
  /** The paths that get the cookie; by default the base of the application, or `/`. */
  readonly path?: string | undefined;
  /** A domain whose subdomains get the cookie too; by default only the request's own host gets it. */
  readonly domain?: string | undefined;
  /** Hides the cookie from scripts; `true` by default. */
  readonly httpOnly?: boolean | undefined;
  /**
   * Sends the cookie over https only. By default it is the context's `secure`, or else whether the
   * request's URL is https.
   */
  readonly secure?: boolean | undefined;
  /** Which requests of other sites send the cookie; `lax` by default: only links to a page. */
  readonly sameSite?: 'strict' | 'lax' | 'none' | undefined;
  /** Keeps a jar of its own for each site that embeds this one (CHIPS). */
  readonly partitioned?: boolean | undefined;
}
