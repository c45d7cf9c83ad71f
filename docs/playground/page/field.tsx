/** The field for the source: plain at first, and an editor once that is loaded. */
import { defineComponent, nextTick, onMounted, type PropType, ref, shallowRef, watch } from 'vue';
import type { Finding, Spot } from '../answer.ts';
import { languageOf } from '../question.ts';
import type { Cursor, Editor } from './editor.ts';
import { whenIdle } from './preload.ts';
import type { Session } from './session.ts';
import { entered } from './views/pieces.tsx';

/** The methods that the field exposes. */
export type FieldCursor = Pick<Cursor, 'goTo'>;

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
  props: {
    source: { type: String, required: true },
    notes: { type: Array as PropType<readonly Note[]>, required: true },
    label: { type: String, required: true },
    /** Whether the editor may load, which waits for the first answer. */
    ready: { type: Boolean, required: true },
  },
  emits: { edit: (_source: string) => true, cursor: (_place: number) => true },
  setup(props, { emit, expose }) {
    const area = ref<HTMLTextAreaElement>();
    const loaded = shallowRef<typeof Editor | null>(null);
    const editor = ref<Cursor>();
    let isComposing = false;

    async function load(): Promise<void> {
      try {
        const module = await import('./editor.ts');
        if (!isComposing) await swap(module.Editor);
      } catch {
        // The plain field stays.
      }
    }

    /** Replaces the plain field with the editor; the cursor keeps its place. */
    async function swap(component: typeof Editor): Promise<void> {
      const { value: field } = area;
      if (loaded.value !== null || field === undefined) return;
      const { selectionStart, selectionEnd } = field;
      const hasFocus = document.activeElement === field;
      loaded.value = component;
      await nextTick();
      if (hasFocus) editor.value?.select(selectionStart, selectionEnd);
    }

    onMounted(() => {
      // Keeps text typed before hydration.
      const typed = area.value?.value ?? props.source;
      if (typed !== props.source) emit('edit', typed);
      watch(
        () => props.ready,
        (ready) => ready && whenIdle(load),
        { immediate: true },
      );
    });

    expose({
      goTo(line) {
        const { value: field } = area;
        if (field === undefined || loaded.value !== null) return editor.value?.goTo(line);
        const lines = field.value.split('\n');
        const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
        field.focus();
        field.setSelectionRange(start, start);
      },
    } satisfies FieldCursor);

    return () =>
      loaded.value === null ? (
        <div class="pg-editor pg-plain">
          <textarea
            ref={area}
            value={props.source}
            aria-label={props.label}
            rows={14}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            onInput={(event: Event) => emit('edit', entered(event))}
            onFocus={load}
            onCompositionstart={() => {
              isComposing = true;
            }}
            onCompositionend={() => {
              isComposing = false;
              void load();
            }}
          />
        </div>
      ) : (
        <loaded.value
          ref={editor}
          source={props.source}
          notes={props.notes}
          label={props.label}
          onEdit={(source: string) => emit('edit', source)}
          onCursor={(place: number) => emit('cursor', place)}
        />
      );
  },
});

const SEVERITIES = { error: 'error', warning: 'warning', unproved: 'info' } as const;

/** Returns the failure, or else the findings and the warnings of the import. */
export function notesOf({ question, shown: { failure, table, checked, state } }: Session): Note[] {
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
