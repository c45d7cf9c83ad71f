/** The page around every view, for applications without one of their own. */
import { type Html, html } from './html.ts';

/** `path` is the one that was asked for, so that a layout can say where the visitor is. */
export function layout(title: string, body: Html, _path: string): string {
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>${body}</html>`.markup;
}
