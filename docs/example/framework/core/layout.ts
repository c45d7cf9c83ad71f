/** The default layout, for applications without their own. */
import { type Html, html } from './html.ts';

/** Wraps a page. A layout can use the requested path to show where the visitor is. */
export function layout(title: string, body: Html, _path: string): string {
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>${body}</html>`.markup;
}
