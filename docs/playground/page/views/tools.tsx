/** More tools. One is open at a time, and each is loaded when it is opened. */
import './tools.css';
import { defineAsyncComponent, defineComponent, type PropType, shallowRef } from 'vue';
import type { Session } from '../session.ts';

/** The props of every tool. */
export const PROPS = {
  session: { type: Object as PropType<Session>, required: true },
  /** The cursor's index in the source. */
  cursor: { type: Number, required: true },
} as const;

const TOOLS = [
  { name: 'Explain a pattern', pane: defineAsyncComponent(() => import('./tools/pattern.tsx')) },
  { name: 'Send a request', pane: defineAsyncComponent(() => import('./tools/send.tsx')) },
  { name: 'Compare tables', pane: defineAsyncComponent(() => import('./tools/compare.tsx')) },
  { name: 'Time a lookup', pane: defineAsyncComponent(() => import('./tools/time.tsx')) },
  { name: 'Slow patterns', pane: defineAsyncComponent(() => import('./tools/slow.tsx')) },
] as const;

/** The tools' buttons, and the open tool. */
export const Tools = defineComponent({
  props: PROPS,
  setup(props) {
    const open = shallowRef<(typeof TOOLS)[number] | null>(null);
    return () => (
      <section class="pg-tools" aria-labelledby="pg-tools">
        <h2 id="pg-tools">More tools</h2>
        <div class="pg-row">
          {TOOLS.map((tool) => (
            <button
              type="button"
              aria-expanded={open.value === tool}
              onClick={() => {
                open.value = open.value === tool ? null : tool;
              }}
            >
              {tool.name}
            </button>
          ))}
        </div>
        {open.value !== null && (
          <div class="pg-tool" key={open.value.name}>
            {viewState(props.session)}
            <open.value.pane session={props.session} cursor={props.cursor} />
          </div>
        )}
      </section>
    );
  },
});

/** A note if there is no table, or only one from earlier code. */
function viewState({ shown: { failure, table } }: Session) {
  if (table === null) return <p class="pg-note">There is no table yet.</p>;
  return failure === null ? null : (
    <p class="pg-note">Your code has an error, so this is about the last table.</p>
  );
}
