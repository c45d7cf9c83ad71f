/** CodeMirror for the definitions. The Tab key leaves it, as in any other field. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  continuedIndent,
  delimitedIndent,
  HighlightStyle,
  indentNodeProp,
  indentOnInput,
  LRLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser } from '@lezer/javascript';
import type { Ref } from 'vue';
import { languageOf } from '../question.ts';
import { completeRoutes } from './complete.ts';
import type { Note } from './field.tsx';

/** An editor in the page. */
export type Editor = ReturnType<typeof openEditor>;

/**
 * Opens an editor.
 *
 * @param parent the element to open it in
 * @param content the source, its notes and the label; `refresh` reads them again
 * @param emit reports the edited source, and the cursor's index
 */
export function openEditor(
  parent: Element,
  content: Readonly<Ref<{ source: string; notes: readonly Note[]; label: string }>>,
  emit: { edit(source: string): void; cursor(place: number): void },
) {
  const language = new Compartment();
  let isPhp = false;
  const view = new EditorView({
    parent,
    doc: content.value.source,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      syntaxHighlighting(colours),
      look,
      keymap.of([...defaultKeymap, ...historyKeymap]),
      language.of(javascript),
      completeRoutes,
      EditorView.contentAttributes.of(() => ({ 'aria-label': content.value.label })),
      EditorView.lineWrapping,
      EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
        if (docChanged) emit.edit(state.doc.toString());
        if (docChanged || selectionSet) emit.cursor(state.selection.main.head);
      }),
    ],
  });

  async function speak(): Promise<void> {
    const { source } = content.value;
    const wanted = languageOf(source) === 'php';
    if (wanted === isPhp) return;
    isPhp = wanted;
    const extension = wanted ? await phpFor(source) : javascript;
    if (wanted === isPhp) view.dispatch({ effects: language.reconfigure(extension) });
  }

  /** Shows the source, its language and its notes. */
  function refresh(): void {
    const { source } = content.value;
    if (source !== view.state.doc.toString()) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: source } });
    }
    void speak();
    const { doc } = view.state;
    const notes = content.value.notes.map(({ line, spot, message, severity }) => {
      const { from, to } = spot ?? doc.line(Math.min(line, doc.lines));
      // The source may be shorter by now.
      const end = Math.min(Math.max(from, to), doc.length);
      return { from: Math.min(from, end), to: end, message, severity };
    });
    view.dispatch(setDiagnostics(view.state, notes));
  }

  refresh();
  return {
    refresh,
    /** Selects a part of the source and focuses the editor. */
    select(anchor: number, head: number): void {
      // Lines end with one character here.
      const [from = 0, to] = [anchor, head].map((at) => Math.min(at, view.state.doc.length));
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** JavaScript, without the completions that `@codemirror/lang-javascript` would load. */
const javascript = LRLanguage.define({
  name: 'typescript',
  parser: parser.configure({
    dialect: 'ts',
    props: [
      indentNodeProp.add({
        Block: delimitedIndent({ closing: '}' }),
        ArrowFunction: (context) => context.baseIndent + context.unit,
        'TemplateString BlockComment': () => null,
        'Statement Property': continuedIndent({ except: /^\s*\{/ }),
      }),
    ],
  }),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    indentOnInput: /^\s*[)}\]]$/,
  },
});

async function phpFor(source: string): Promise<Extension> {
  const { php } = await import('@codemirror/lang-php');
  return php({ plain: !source.trimStart().startsWith('<?') });
}

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--pg-comment)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--pg-string)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--pg-keyword)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--pg-number)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--pg-function)',
  },
]);

/** The site's colours, which adapt to light and dark mode. */
const look = EditorView.theme({
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
  '.cm-tooltip-autocomplete.cm-tooltip > ul > li[aria-selected]': {
    color: 'var(--vp-c-text-1)',
    backgroundColor: 'var(--vp-c-brand-soft)',
  },
  '.cm-completionDetail': { color: 'var(--vp-c-text-2)' },
  '.cm-completionMatchedText': { color: 'var(--vp-c-brand-1)' },
  '.cm-diagnostic': { fontFamily: 'var(--vp-font-family-mono)', fontSize: '13px' },
});
