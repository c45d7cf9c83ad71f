/** Text that people type, brought into bounds before it is kept. */

/** One line: what is not a printable character, and spaces in a row, become one space. */
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

/** An address of the web as it is safe to put into a link: never `javascript:` or `data:`. */
export function webAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
