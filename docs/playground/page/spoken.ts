/** What a screen reader is told of the page, in one region. */
import { computed, onBeforeUnmount, onMounted, type Ref, ref, watch } from 'vue';
import type { Session } from './session.ts';
import { summarise } from './views/table.tsx';

/** How long nothing changes before it is told, in milliseconds. */
const CALM = 500;

/**
 * The text of the live region: whatever changed since it was told last.
 *
 * @param session what is on the page
 */
export function useSpoken({ shown, question }: Session): Readonly<Ref<string>> {
  const spoken = ref('');
  const parts = computed((): string[] => {
    const { state, failure, table, looked, notice, problem, reached } = shown;
    const isReady = state === 'ready' && table !== null;
    const ways = reached?.action === question.action ? reached.ways.length : null;
    return [
      notice,
      state === 'held' ? 'This code came with a link and has not run.' : '',
      state === 'running' ? 'Running' : state === 'stopped' ? 'Stopped' : '',
      state === 'failed' ? `Error: ${failure?.message}` : '',
      isReady ? summarise(table, shown) : '',
      problem || (isReady && looked !== null ? looked.summary : ''),
      isReady && looked?.url ? looked.url.text : '',
      ways === null ? '' : `Rows that reach ${question.action}: ${ways}`,
    ];
  });
  let told: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    const news = parts.value.filter((part, index) => part !== '' && part !== told[index]);
    // A run that ends is news even if nothing else is.
    told = parts.value;
    if (news.length > 0) spoken.value = news.join('. ');
  }

  onMounted(() => {
    watch(
      parts,
      () => {
        clearTimeout(timer);
        timer = setTimeout(tell, CALM);
      },
      { immediate: true },
    );
  });
  onBeforeUnmount(() => clearTimeout(timer));
  return spoken;
}
