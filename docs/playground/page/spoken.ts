/** The page's live region for screen readers. */
import { computed, onBeforeUnmount, onMounted, type Ref, ref, watch } from 'vue';
import type { Session } from './session.ts';
import { summarise } from './views/table.tsx';

/** The pause after a change before it is announced, in milliseconds. */
const CALM = 500;

/** The message of a tool. */
const told = ref('');

/** Announces a text that is not part of the session. */
export function announce(text: string): void {
  told.value = text;
}

/**
 * Returns the text of the live region: the changes since the last announcement.
 *
 * @param session the state of the page
 */
export function useSpoken({ shown, question }: Session): Readonly<Ref<string>> {
  const spoken = ref('');
  const parts = computed((): string[] => {
    const { state, failure, table, looked, notice, problem, reached } = shown;
    const isReady = state === 'ready' && table !== null;
    const ways = reached?.action === question.action ? reached.ways.length : null;
    return [
      notice,
      told.value,
      state === 'held' ? 'This code came with a link and has not run.' : '',
      state === 'running' ? 'Running' : state === 'stopped' ? 'Stopped' : '',
      state === 'failed' ? `Error: ${failure?.message}` : '',
      isReady ? summarise(table, shown) : '',
      problem || (isReady && looked !== null ? looked.summary : ''),
      isReady && looked?.url ? looked.url.text : '',
      ways === null ? '' : `Rows that reach ${question.action}: ${ways}`,
    ];
  });
  let before: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    const news = parts.value.filter((part, index) => part !== '' && part !== before[index]);
    before = parts.value;
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
