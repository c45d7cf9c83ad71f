/** The editor for the definitions. */
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
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser } from '@lezer/javascript';
import { defineComponent, h, onBeforeUnmount, onMounted, type PropType, ref, watch } from 'vue';
import { languageOf } from '../question.ts';
import type { Note } from './field.tsx';

/** The methods that an editor exposes. */
export interface Cursor {
  /** Moves the cursor to the start of a line. */
  goTo(line: number): void;
  /** Selects a part of the source and focuses the editor. */
  select(anchor: number, head: number): void;
}

/** CodeMirror. The Tab key leaves it, as in any other field. */
export const Editor = defineComponent({
  props: {
    source: { type: String, required: true },
    notes: { type: Array as PropType<readonly Note[]>, required: true },
    label: { type: String, required: true },
  },
  emits: { edit: (_source: string) => true, cursor: (_place: number) => true },
  setup(props, { emit, expose }) {
    const element = ref<HTMLElement>();
    const language = new Compartment();
    const label = new Compartment();
    const completions = new Compartment();
    let view: EditorView | undefined;

    onMounted(() => {
      if (element.value === undefined) return;
      view = new EditorView({
        parent: element.value,
        state: EditorState.create({
          doc: props.source,
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
            language.of([]),
            label.of(named(props.label)),
            completions.of(NONE),
            EditorView.lineWrapping,
            EditorView.updateListener.of(({ docChanged, selectionSet, focusChanged, state }) => {
              if (docChanged) emit('edit', state.doc.toString());
              if (docChanged || selectionSet) emit('cursor', state.selection.main.head);
              if (focusChanged) void complete();
            }),
          ],
        }),
      });
      speak();
      annotate();
    });
    onBeforeUnmount(() => view?.destroy());

    async function speak(): Promise<void> {
      const wanted = languageOf(props.source);
      const extension = await extensionOf(props.source);
      if (wanted !== languageOf(props.source)) return;
      view?.dispatch({ effects: language.reconfigure(extension) });
    }

    /** Loads the completions when the editor is first focused. */
    async function complete(): Promise<void> {
      if (view === undefined || completions.get(view.state) !== NONE) return;
      const { completeRoutes } = await import('./complete.ts');
      view?.dispatch({ effects: completions.reconfigure(completeRoutes) });
    }

    function annotate(): void {
      if (view === undefined) return;
      const { state } = view;
      const notes = props.notes.map(({ line, spot, message, severity }) => {
        const { from, to } = spot ?? state.doc.line(Math.min(line, state.doc.lines));
        // The source may be shorter by now.
        const end = Math.min(Math.max(from, to), state.doc.length);
        return { from: Math.min(from, end), to: end, message, severity };
      });
      view.dispatch(setDiagnostics(state, notes));
    }

    watch(
      () => props.source,
      (source) => {
        if (view === undefined || source === view.state.doc.toString()) return;
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: source } });
      },
    );
    watch(() => languageOf(props.source), speak);
    watch(() => props.notes, annotate);
    watch(
      () => props.label,
      (text) => view?.dispatch({ effects: label.reconfigure(named(text)) }),
    );

    expose({
      goTo(line) {
        if (view === undefined) return;
        const { doc } = view.state;
        const anchor = doc.line(Math.min(line, doc.lines)).from;
        view.dispatch({ selection: { anchor }, scrollIntoView: true });
        view.focus();
      },
      select(anchor, head) {
        view?.dispatch({ selection: { anchor, head } });
        view?.focus();
      },
    } satisfies Cursor);
    return () => h('div', { ref: element, class: 'pg-editor' });
  },
});

const NONE: Extension = [];

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

async function extensionOf(source: string): Promise<Extension> {
  if (languageOf(source) === 'js') return javascript;
  const { php } = await import('@codemirror/lang-php');
  return php({ plain: !source.trimStart().startsWith('<?') });
}

function named(label: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label });
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
  '.cm-diagnostic': { fontFamily: 'var(--vp-font-family-mono)', fontSize: '13px' },
});
