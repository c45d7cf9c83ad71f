/** The attributes of a cookie (RFC 6265). */
export interface CookieOptions {
  /**
   * Seconds until the cookie expires. Without this and `expires`, the browser keeps it until it
   * closes.
   */
  readonly maxAge?: number | undefined;
  /** The date when the cookie expires; `maxAge` takes precedence. */
  readonly expires?: Date | undefined;
  /** The path prefix that receives the cookie; by default the application's base, or `/`. */
  readonly path?: string | undefined;
  /**
   * A domain whose subdomains receive the cookie too; by default only the request's own host does.
   */
  readonly domain?: string | undefined;
  /** Hides the cookie from scripts; `true` by default. */
  readonly httpOnly?: boolean | undefined;
  /**
   * Sends the cookie only over https. Defaults to the context's `secure`, or else to whether the
   * request's URL is https.
   */
  readonly secure?: boolean | undefined;
  /** Which cross-site requests send the cookie. `lax` by default: only those that follow a link. */
  readonly sameSite?: 'strict' | 'lax' | 'none' | undefined;
  /** Keeps a separate cookie jar for each site that embeds this one (CHIPS). */
  readonly partitioned?: boolean | undefined;
}
