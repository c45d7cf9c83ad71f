/** Members that the application adds to the context of each request. */
export interface Shop {
  /** Resolves to the name of the logged-in visitor, or to `null`. */
  readonly visitor: () => Promise<string | null>;
}

/** Asks PHP who is logged in, since PHP has the session. */
export async function askWho(request: Request, php: string): Promise<string | null> {
  const cookie = request.headers.get('cookie');
  if (cookie === null) return null;
  // CodeIgniter regenerates session ids at times, but never during an XMLHttpRequest.
  const headers = { cookie, 'x-requested-with': 'XMLHttpRequest' };
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(new URL('/users/who', php), { headers, signal });
  const { name } = (await response.json()) as { name: string | null }; // the cast: PHP's answer
  return name;
}
