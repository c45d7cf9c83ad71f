/** The part of recheck that runs in a browser. */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck';
}
