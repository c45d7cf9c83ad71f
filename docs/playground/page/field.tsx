/** The field for the source: plain at first, and an editor once that is loaded. */
import { defineComponent, nextTick, onMounted, type PropType, ref, shallowRef, watch } from 'vue';
import type { Cursor, Editor } from './editor.ts';
import { whenIdle } from './idle.ts';
import type { Note } from './notes.ts';

/** The methods that the field exposes. */
export type FieldCursor = Pick<Cursor, 'goTo'>;

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

    function changed({ target }: Event): void {
      if (target instanceof HTMLTextAreaElement) emit('edit', target.value);
    }

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
            onInput={changed}
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
