/** Shows `home-dark.png` instead of `home.png` on dark pages, if both exist. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Adds the dark version after each picture that has one. Both load lazily, so the hidden one never
 * loads.
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
