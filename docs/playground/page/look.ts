/** The editor's theme. It uses the site's colours, which adapt to light and dark mode. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours of the code. */
export const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--pg-comment)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--pg-string)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--pg-keyword)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--pg-number)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--pg-function)',
  },
]);

/** The rest of the theme. */
export const look = EditorView.theme({
  '&': { color: 'var(--vp-c-text-1)', backgroundColor: 'var(--vp-c-bg)', fontSize: '14px' },
  '.cm-scroller': { fontFamily: 'var(--vp-font-family-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--vp-c-text-1)', padding: '10px 0' },
  '.cm-gutters': {
    color: 'var(--vp-c-text-2)',
    backgroundColor: 'var(--vp-c-bg)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'var(--vp-c-default-soft)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-tooltip': {
    color: 'var(--vp-c-text-1)',
    backgroundColor: 'var(--vp-c-bg-elv)',
    border: '1px solid var(--vp-c-divider)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-diagnostic': { fontFamily: 'var(--vp-font-family-mono)', fontSize: '13px' },
});
