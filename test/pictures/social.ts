/** The preview picture for links to the documentation, as HTML for a screenshot. */
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** @param pitch one sentence */
export function socialPage(pitch: string): string {
  return `<!doctype html>
<style>
  body {
    margin: 0; height: 630px; padding: 28px 72px; box-sizing: border-box; overflow: hidden;
    background: #fff; color: #1f2328; font: 700 42px/1.25 ui-sans-serif, system-ui, sans-serif;
  }
  .wordmark svg { width: 330px; height: 88px; margin-left: -5px }
  p { margin: 0 0 24px }
  .terminal { font-weight: 400 }
  .terminal svg { width: 1056px; height: auto; border-radius: 12px }
</style>
<div class="wordmark">${read('public/wordmark-light.svg')}</div>
<p>${pitch}</p>
<div class="terminal">${read('pictures/check.svg')}</div>`;
}
