import type { Issue } from '../http/http-error.ts';
import { isJson } from '../http/media-type.ts';

/**
 * Tells a client that sent JSON what is wrong with it:
 * `{ "issues": [{ "message": "is too short", "path": ["title"] }] }`.
 * @param error an error with status 422, such as one from `readJson`
 * @returns `null` if the client sent another type, or the error exposes no issues
 */
export function issuesResponse(error: unknown, request: Request): Response | null {
  if (!isJson(request)) return null;
  const issues = readIssues(error);
  return issues === null ? null : Response.json({ issues }, { status: 422 });
}

/**
 * Reads the issues of an error that exposes itself, without the members that a library may add: they
 * may contain the client's data. For other errors, the application chose only a
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
