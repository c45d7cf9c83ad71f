/** More tools. One is open at a time, and each is loaded when it is opened. */
import { defineAsyncComponent, defineComponent, shallowRef } from 'vue';
import type { Session } from '../session.ts';
import { PROPS } from '../views/pieces.tsx';

const speed = () => import('./speed.tsx');

const TOOLS = [
  { name: 'Explain a pattern', pane: defineAsyncComponent(() => import('./pattern.tsx')) },
  { name: 'Send a request', pane: defineAsyncComponent(() => import('./send.tsx')) },
  { name: 'Compare tables', pane: defineAsyncComponent(() => import('./compare.tsx')) },
  { name: 'Time a lookup', pane: defineAsyncComponent(async () => (await speed()).Time) },
  { name: 'Slow patterns', pane: defineAsyncComponent(async () => (await speed()).Slow) },
] as const;

/** The tools' buttons, and the open tool. */
export const Tools = defineComponent({
  props: PROPS,
  setup({ session }) {
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
            {viewState(session)}
            <open.value.pane session={session} />
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
