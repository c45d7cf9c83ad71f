/** The pieces that several views share. */
import type { PropType } from 'vue';
import { FIELD_LENGTH } from '../../limits.ts';
import type { Session, Shown } from '../session.ts';

/** The props of every tool. */
export const PROPS = {
  session: { type: Object as PropType<Session>, required: true },
  /** The cursor's index in the source. */
  cursor: { type: Number, required: true },
} as const;

interface Field {
  readonly label: unknown;
  readonly value: string;
  /** The class of the label around the field. */
  readonly class?: string;
  /** Called with the new value. */
  onChange(value: string): void;
}

/** A field for text that is not prose. */
export function viewText({ label, value, onChange, ...own }: Field & { placeholder?: string }) {
  return (
    <label class={own.class}>
      {label}
      <input
        type="text"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        placeholder={own.placeholder}
        maxlength={FIELD_LENGTH}
        value={value}
        onInput={(event: Event) => onChange(entered(event))}
      />
    </label>
  );
}

/** A field for several lines of code. */
export function viewArea({
  label,
  value,
  onChange,
  ...own
}: Field & { rows: number; max: number }) {
  return (
    <label class={own.class}>
      {label}
      <textarea
        rows={own.rows}
        spellcheck={false}
        maxlength={own.max}
        value={value}
        onInput={(event: Event) => onChange(entered(event))}
      />
    </label>
  );
}

/** A choice between values, which may differ from their names. */
export function viewChoice({
  label,
  value,
  onChange,
  ...own
}: Field & { values: readonly string[]; nameOf?: (value: string, index: number) => string }) {
  return (
    <label class={own.class}>
      {label}
      <select value={value} onChange={(event: Event) => onChange(entered(event))}>
        {own.values.map((each, index) => (
          <option value={each}>{own.nameOf?.(each, index) ?? each}</option>
        ))}
      </select>
    </label>
  );
}

/** Returns the value of a field that changed. */
export function entered({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  return isField ? target.value : '';
}

/** A button that tries a request. */
export function viewTry(
  { question }: Session,
  { method, path }: { readonly method: string; readonly path: string },
) {
  return (
    <button type="button" class="pg-try" onClick={() => Object.assign(question, { method, path })}>
      Try {method} {path}
    </button>
  );
}

/** Names and values. */
export function viewPairs(pairs: readonly (readonly [name: string, value: string])[]) {
  return (
    <dl class="pg-settings">
      {pairs.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Two buttons that copy a text in two formats.
 *
 * @param session copies the text
 * @param name the name of the text, such as `The table`
 * @param formats create the text
 */
export function viewCopy(
  { copy }: Session,
  name: string,
  formats: { readonly json: () => string; readonly markdown: () => string },
) {
  return (
    <div class="pg-row pg-copy">
      <span class="pg-note">Copy {name.toLowerCase()} as</span>
      <button type="button" onClick={() => copy(formats.json(), name)}>
        JSON
      </button>
      <button type="button" onClick={() => copy(formats.markdown(), name)}>
        Markdown
      </button>
    </div>
  );
}

/** Returns a note that a panel is from an earlier run; `''` if it is current. */
export function staleness({ state, stale, table }: Shown): string {
  if (!stale || table === null) return '';
  if (state === 'running') return 'From the last run';
  return state === 'failed' || state === 'stopped' ? 'From the last run that worked' : '';
}

/** The {@link staleness} note, shown next to the heading of a dimmed panel. */
export function viewStale(shown: Shown) {
  const says = staleness(shown);
  return says === '' ? null : <span class="pg-stale-note">{says}</span>;
}

/**
 * Formats a count with its noun.
 *
 * @example
 * say(2, 'row'); // '2 rows'
 */
export function say(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
