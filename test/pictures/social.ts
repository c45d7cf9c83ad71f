/** Takes the picture that other sites show for a link: the home page's route file, and its findings. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { PITCH } from '../../docs/.vitepress/pitch.ts';
import { answerAhead } from '../../docs/playground/worker/ahead.ts';
import { launch } from './chromium.ts';
import { ROUTES } from './printed.ts';
import { inXml } from './xml.ts';

/** The picture. */
export const SOCIAL = new URL('../../docs/public/social.png', import.meta.url);

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** Returns the page of which the picture is taken. */
export async function drawSocial(): Promise<string> {
  const { source, table, checked } = await answerAhead(ROUTES, '/posts/new');
  const { winner, request } = table.looked;
  const rows = table.rows.map(({ route, spot }, index) => {
    const line = source.slice(0, spot?.from).split('\n').length;
    const state = index === winner ? 'lit-hit' : index < (winner ?? 0) ? 'lit-passed' : '';
    const found = checked.findings.filter((finding) => finding.rows[0] === route);
    const findings = found.map(({ message }) => `<p><b>Error:</b> ${inXml(message)}</p>`);
    const code = inXml(source.split('\n')[line - 1]?.trim() ?? '');
    return `<li class="${state}"><i>${line}</i><code>${code}</code>${findings.join('')}</li>`;
  });
  return `<!doctype html>
<style>
  ${read('.vitepress/theme/lit.css')}
  body {
    margin: 0; height: 630px; padding: 44px 64px; box-sizing: border-box; overflow: hidden;
    font: 500 21px/1.35 ui-sans-serif, system-ui, sans-serif;
  }
  .wordmark svg { width: 270px; height: 72px; margin-left: -5px }
  h1 { margin: 8px 0 26px; font-size: 38px; line-height: 1.25 }
  .lit > li { line-height: 34px }
  .lit > li:not(.lit-plain)::after { top: 12px }
  code { font: 22px ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace }
  i { float: right; padding-right: 12px; font-style: normal; color: var(--quiet) }
  p { margin: 0; padding-bottom: 10px; color: var(--quiet); line-height: 1.35 }
  b { color: var(--fault) }
</style>
<body class="night">
<div class="wordmark">${read('public/wordmark-dark.svg')}</div>
<h1>${PITCH}</h1>
<ol class="lit"><li class="lit-passed"><code>${request.method} ${request.path}</code></li>${rows.join('\n')}</ol>`;
}

/** What names the page in the picture. */
export function digestOf(page: string): string {
  return createHash('sha256').update(page).digest('hex');
}

/** Adds a text to a PNG, behind the header (W3C PNG, sections 5.3 and 11.3.3.2). */
function withText(png: Buffer, keyword: string, text: string): Buffer {
  const chunk = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  const HEADER = 33;
  return Buffer.concat([png.subarray(0, HEADER), length, chunk, sum, png.subarray(HEADER)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const html = await drawSocial();
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.setContent(html);
    writeFileSync(SOCIAL, withText(await page.screenshot(), 'Source', digestOf(html)));
  } finally {
    await browser.close();
  }
}
