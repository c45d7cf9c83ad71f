/** An issue as a 422 shows it. Libraries add members that may have what was sent. */
interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

const JSON_TYPE = /^\w+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Answers a client that has sent JSON with what is wrong with it:
 * `{ "issues": [{ "message": "is too short", "path": ["title"] }] }`.
 * @param error an error with the status 422, such as one of `readJson`
 * @returns `null` if the client has sent another type, or the error exposes no issues
 */
export function issuesResponse(error: unknown, { headers }: Request): Response | null {
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return null;
  const issues = readIssues(error);
  return issues === null ? null : Response.json({ issues }, { status: 422 });
}

/** Only of an error that exposes itself: for any other, the application has chosen no more than a status. */
function readIssues(error: unknown): readonly Issue[] | null {
  // The cast names what may be there; what is read is checked.
  const { expose, issues } = error as { readonly expose?: unknown; readonly issues?: unknown };
  if (expose !== true || !Array.isArray(issues) || issues.length === 0) return null;
  return issues.map(({ message, path }) => ({
    message: String(message),
    path: Array.isArray(path) ? Array.from(path, readKey) : [],
  }));
}

function readKey(key: unknown): string | number {
  return typeof key === 'number' ? key : String(key);
}
