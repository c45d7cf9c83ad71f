/** Site settings that need the fields of package.json that only the owner can fill in. */
import type { DefaultTheme, HeadConfig, UserConfig } from 'vitepress';

/** The fields of package.json that only the owner knows; `npm run release:dry` asks for them. */
export interface OwnedFields {
  /** The address of the site. */
  readonly homepage?: string;
  /** The URL as npm writes it: `git+https://github.com/<owner>/waymark.git`. */
  readonly repository?: { readonly url: string };
}

type Owned = Pick<UserConfig, 'sitemap'> & {
  readonly head: HeadConfig[];
  readonly theme: Pick<DefaultTheme.Config, 'editLink' | 'socialLinks'>;
};

/** The sitemap and the preview picture need the address; edit links need the repository. */
export function ownedSettings({ homepage, repository }: OwnedFields): Owned {
  const sources = repository?.url.replace(/^git\+|\.git$/g, '');
  return {
    ...(homepage === undefined ? {} : { sitemap: { hostname: homepage } }),
    head: homepage === undefined ? [] : pictureOf(homepage),
    theme:
      sources === undefined
        ? {}
        : {
            editLink: { pattern: `${sources}/edit/main/docs/:path`, text: 'Edit this page' },
            socialLinks: [{ icon: 'github', link: sources, ariaLabel: 'Repository' }],
          },
  };
}

function pictureOf(homepage: string): HeadConfig[] {
  const content = new URL('/social.png', homepage).href;
  return [
    ['meta', { property: 'og:image', content }],
    ['meta', { property: 'og:image:width', content: '1200' }],
    ['meta', { property: 'og:image:height', content: '630' }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ];
}
