/**
 * The names of the client errors, as IANA registers them: RFC 9110, section 15.5, and the RFCs that
 * extend it.
 */
export const CLIENT_ERRORS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
};

/** A status that `errorPages` may have a page for. */
export type PageStatus = keyof typeof CLIENT_ERRORS | 500;

/** The name of a client error. An unregistered one means the same as 400 (RFC 9110, section 15). */
export function textOf(status: number): string {
  // The cast: the condition has checked it.
  return Object.hasOwn(CLIENT_ERRORS, status)
    ? CLIENT_ERRORS[status as keyof typeof CLIENT_ERRORS]
    : CLIENT_ERRORS[400];
}
