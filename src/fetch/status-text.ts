/**
 * The names of the statuses of errors, as IANA registers them: RFC 9110, sections 15.5 and 15.6,
 * and the RFCs that extend it. Each can have a page in `errorPages`.
 */
export const STATUS_TEXTS = {
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
  500: 'Internal Server Error',
};

/**
 * The name of a status from 400 to 599. An unknown one means the same as the first of its class
 * (RFC 9110, section 15).
 */
export function textOf(status: number): string {
  const texts: Readonly<Record<number, string | undefined>> = STATUS_TEXTS;
  return texts[status] ?? STATUS_TEXTS[status < 500 ? 400 : 500];
}
