/** What the context of the ported pages has besides its own members. */
export interface Shop {
  /** The name of the visitor who is logged in, or `null`. */
  readonly visitor: () => Promise<string | null>;
}

/** Asks PHP who is logged in, since the session is PHP's. */
export async function askWho(request: Request, php: string): Promise<string | null> {
  const cookie = request.headers.get('cookie');
  if (cookie === null) return null;
  // CodeIgniter gives a session another id now and then, but never during such a request.
  const headers = { cookie, 'x-requested-with': 'XMLHttpRequest' };
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(new URL('/users/who', php), { headers, signal });
  const { name } = (await response.json()) as { name: string | null }; // the cast: PHP's answer
  return name;
}
