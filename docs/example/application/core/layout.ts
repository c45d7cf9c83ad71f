/** The gallery's layout. It overrides the framework's file of the same name. */
import { Route } from 'waymark';
import { type Html, html } from 'waymark/http';

/** The documentation page that explains a path's route. */
function pageAbout(path: string): string {
  const [, first = ''] = path.split('/');
  return PAGES.get(first) ?? 'controllers.md';
}

const PAGES: ReadonlyMap<string, string> = new Map([
  ['', 'resolver.md'],
  ['photos', 'resources.md'],
  ['albums', 'resources.md'],
  ['tools', 'resources.md#contexts'],
  ['routes', 'inspect.md'],
]);

export function layout(title: string, body: Html, path: string): Html {
  const places = [
    ['Photos', Route.url('photos.index')],
    ['Albums', Route.url('albums.index')],
    ['Routes', Route.url('routes')],
    ['Tools', '/tools'],
  ] as const;
  const links = places.map(([name, href]) => {
    const current = path === href || path.startsWith(`${href}/`);
    return html`
      <li><a href="${href}"${current ? html` aria-current="page"` : ''}>${name}</a></li>`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Gallery</title>
  <link rel="icon" href="${Route.url('icon')}" type="image/svg+xml">
  <link rel="stylesheet" href="${Route.url('style')}">
</head>
<body>
  <a class="skip" href="#content">Skip to content</a>
  <header>
    <a class="brand" href="/"><img src="${Route.url('icon')}" alt="" width="28" height="28">Gallery</a>
    <nav aria-label="Main"><ul>${links}
    </ul></nav>
  </header>
  <main id="content">
${body}
  </main>
  <footer><p>Routed by waymark: <a href="${Route.url('routes')}?${String(new URLSearchParams({ path }))}#answer">why this page
  answers ${path}</a>. Its route is explained in <code>docs/${pageAbout(path)}</code>.</p></footer>
</body>
</html>
`;
}
