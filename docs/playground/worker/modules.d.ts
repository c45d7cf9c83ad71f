/** The build of recheck for browsers. */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck';
}
