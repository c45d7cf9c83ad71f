/** The field for the source: plain at first, and an editor once that is loaded. */
import { computed, defineComponent, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue';
import type { Finding, Spot } from '../answer.ts';
import { languageOf } from '../question.ts';
import { LANGUAGES } from './copy.ts';
import type { Editor } from './editor.ts';
import { whenIdle } from './preload.ts';
import type { Session } from './session.ts';
import { PROPS } from './views/pieces.tsx';

/** A message about a part of the source. */
export interface Note {
  /** The line; ignored if there is a spot. */
  readonly line: number;
  readonly spot: Spot | null;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'info';
}

/** A text area that becomes CodeMirror. */
export const SourceField = defineComponent({
  props: PROPS,
  setup({ session }) {
    const { question, shown, edit } = session;
    const box = ref<HTMLElement>();
    const area = ref<HTMLTextAreaElement>();
    const editor = shallowRef<Editor>();
    const content = computed(() => {
      const { title } = LANGUAGES[languageOf(question.source)];
      const label = `Route definitions, ${title}`;
      return { source: question.source, notes: notesOf(session), label };
    });
    let isComposing = false;

    /** Replaces the plain field with the editor; the cursor keeps its place. */
    async function load(): Promise<void> {
      // The plain field stays if the editor can't be loaded.
      const module = await import('./editor.ts').catch(() => null);
      const { value: field } = area;
      if (module === null || isComposing || editor.value || !field || !box.value) return;
      const hasFocus = document.activeElement === field;
      editor.value = module.openEditor(box.value, content, {
        edit,
        cursor: (place) => {
          shown.cursor = place;
        },
      });
      if (hasFocus) editor.value.select(field.selectionStart, field.selectionEnd);
    }

    onMounted(() => {
      // Keeps text typed before hydration.
      edit(area.value?.value ?? question.source);
      watch(
        () => shown.answered || shown.state === 'held',
        (isReady) => isReady && whenIdle(load),
        { immediate: true },
      );
    });
    watch(content, () => editor.value?.refresh());
    onBeforeUnmount(() => editor.value?.close());

    const goTo = (line: number) => {
      const before = question.source.split(/\r?\n/).slice(0, line - 1);
      const end = before.reduce((sum, { length }) => sum + length + 1, 0);
      // The source may be shorter by now.
      const start = Math.min(end, question.source.length);
      editor.value?.select(start, start);
      area.value?.focus();
      area.value?.setSelectionRange(start, start);
    };
    watch(
      () => shown.goal,
      (goal) => goal && goTo(goal.line),
      { flush: 'sync' },
    );

    return () => (
      <div ref={box} class={['pg-editor', { 'pg-plain': editor.value === undefined }]}>
        {editor.value === undefined ? (
          <textarea
            ref={area}
            value={question.source}
            aria-label={content.value.label}
            rows={14}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            onInput={({ target }) => {
              if (target instanceof HTMLTextAreaElement) edit(target.value);
            }}
            onFocus={load}
            onCompositionstart={() => {
              isComposing = true;
            }}
            onCompositionend={() => {
              isComposing = false;
              void load();
            }}
          />
        ) : null}
      </div>
    );
  },
});

const SEVERITIES = { error: 'error', warning: 'warning', unproved: 'info' } as const;

/** Returns the failure, or else the findings and the warnings of the import. */
function notesOf({ question, shown: { failure, table, checked, state } }: Session): Note[] {
  if (state !== 'ready' && state !== 'failed') return [];
  if (failure !== null) {
    const { line, spot = null, message } = failure;
    if (line === null && spot === null) return [];
    return [{ line: line ?? 1, spot, message, severity: 'error' }];
  }
  const isPhp = languageOf(question.source) === 'php';
  const warnings = isPhp ? (table?.imported?.warnings ?? []) : [];
  const spots = new Map(table?.rows.map(({ route, spot }) => [route, spot]));
  return [
    ...warnings.flatMap(({ line, message }): Note[] =>
      line === null ? [] : [{ line, spot: null, message, severity: 'warning' }],
    ),
    ...(checked?.findings ?? []).flatMap(({ level, rows, message }: Finding): Note[] => {
      const spot = spots.get(rows[0] ?? '') ?? null;
      return spot === null ? [] : [{ line: 1, spot, message, severity: SEVERITIES[level] }];
    }),
  ];
}
