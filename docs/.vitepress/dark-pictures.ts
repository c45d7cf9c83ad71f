/** Shows the dark picture of a pair on dark pages: `home-dark.png` next to `home.png`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Adds the dark picture behind each picture that has one. A picture that is not displayed is not loaded,
 * since both are lazy.
 */
export function pairPictures(md: MarkdownRenderer): void {
  const { image } = md.renderer.rules;
  if (image === undefined) return;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const light = token?.attrGet('src') ?? '';
    const dark = light.replace(/\.png$/, '-dark.png');
    const page: string | undefined = env.path;
    const isPair = dark !== light && page !== undefined && existsSync(join(dirname(page), dark));
    if (token === undefined || !isPair) return image(tokens, index, options, env, self);
    const show = (src: string, scheme: string) => {
      token.attrSet('src', src);
      token.attrSet('class', scheme);
      token.attrSet('loading', 'lazy');
      return image(tokens, index, options, env, self);
    };
    return show(light, 'on-light') + show(dark, 'on-dark');
  };
}
