/** Writes `llms.txt`, the list of pages for language models, and each page as Markdown. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { describe } from './describe.ts';

/** Copies the handwritten pages as Markdown, and lists them. */
export function writeIndex({ pages, srcDir, outDir, site }: SiteConfig): void {
  const lines = pages
    .filter((page) => !/^(?:api|measured)\/|^(?:index|playground)\.md$/.test(page))
    .map((page) => {
      const text = readFileSync(join(srcDir, page), 'utf8');
      mkdirSync(dirname(join(outDir, page)), { recursive: true });
      writeFileSync(join(outDir, page), text);
      const title = /^# (.*)$/m.exec(text)?.[1] ?? page;
      return `- [${title}](/${page}): ${describe(text) ?? ''}`;
    });
  const head = `# ${site.title}\n\n> ${site.description}\n\n## Pages\n`;
  writeFileSync(join(outDir, 'llms.txt'), `${head}\n${lines.join('\n')}\n`);
}
