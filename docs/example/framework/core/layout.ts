/** The page around every view, for applications without one of their own. */
import { type Html, html } from './html.ts';

export function layout(title: string, body: Html): string {
  return html`<!doctype html><meta charset="utf-8"><title>${title}</title>${body}`.markup;
}
