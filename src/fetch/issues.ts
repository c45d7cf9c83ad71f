/** An issue as shown in a 422. Libraries add members that may contain the client's data. */
interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

const JSON_TYPE = /^\w+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Tells a client that sent JSON what is wrong with it:
 * `{ "issues": [{ "message": "is too short", "path": ["title"] }] }`.
 * @param error an error with status 422, such as one from `readJson`
 * @returns `null` if the client sent another type, or the error exposes no issues
 */
export function issuesResponse(error: unknown, { headers }: Request): Response | null {
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return null;
  const issues = readIssues(error);
  return issues === null ? null : Response.json({ issues }, { status: 422 });
}

/**
 * Reads the issues of an error that exposes itself. For other errors, the application chose only a
 * status.
 */
function readIssues(error: unknown): readonly Issue[] | null {
  // The cast names possible members; they are checked when read.
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
