/** Cleans up visitors' text before it is stored. */

/** One line: a run of spaces and unprintable characters becomes one space. */
export function oneLine(text: string | null): string {
  return (text ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
}

/** Several lines, without control characters. */
export function lines(text: string | null): string {
  return (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A web address that is safe in a link, never `javascript:` or `data:`; `null` if it isn't one. */
export function webAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
