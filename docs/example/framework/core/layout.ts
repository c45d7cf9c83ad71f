/** The default layout, for applications without their own. */
import { type Html, html } from 'waymark/http';

/** Wraps a page. A layout can use the requested path to show where the visitor is. */
export function layout(title: string, body: Html, _path: string): Html {
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>${body}</html>`;
}
