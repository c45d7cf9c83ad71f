/** The pieces that several views share. */
import type { PropType } from 'vue';
import { FIELD_LENGTH } from '../../limits.ts';
import type { Session, Shown } from '../session.ts';

/** The props of every component. */
export const PROPS = {
  session: { type: Object as PropType<Session>, required: true },
} as const;

/** A value that a field shows and changes, such as a ref. */
interface Model {
  value: string;
}

interface Field {
  readonly label: unknown;
  readonly model: Model;
  /** The class of the label around the field. */
  readonly class?: string;
}

/** A field for text that is not prose, with several lines if it has `rows`. */
export function viewText(
  { label, model, class: className }: Field,
  own: { rows?: number; maxlength?: number; placeholder?: string } = {},
) {
  const attributes = {
    spellcheck: false,
    autocapitalize: 'off',
    autocomplete: 'off',
    maxlength: FIELD_LENGTH,
    ...own,
    value: model.value,
    onInput: enter(model),
  };
  if (own.rows !== undefined) {
    return (
      <label class={className}>
        {label}
        <textarea {...attributes} />
      </label>
    );
  }
  return (
    <label class={className}>
      {label}
      <input type="text" {...attributes} />
    </label>
  );
}

/** A choice between values, which may differ from their names. */
export function viewChoice(
  { label, model, class: className }: Field,
  values: readonly string[],
  nameOf: (value: string, index: number) => string = (value) => value,
) {
  return (
    <label class={className}>
      {label}
      <select value={model.value} onChange={enter(model)}>
        {values.map((each, index) => (
          <option value={each}>{nameOf(each, index)}</option>
        ))}
      </select>
    </label>
  );
}

function enter(model: Model) {
  return ({ target }: Event) => {
    if (target !== null && 'value' in target) model.value = String(target.value);
  };
}

interface Request {
  readonly method: string;
  readonly path: string;
}

/** A button that tries a request. */
export function viewTry({ question }: Session, { method, path }: Request) {
  return (
    <button type="button" class="pg-try" onClick={() => Object.assign(question, { method, path })}>
      Try {method} {path}
    </button>
  );
}

/** A list of requests to try, each with a note. */
export function viewWays<Way extends Request>(
  session: Session,
  ways: readonly Way[],
  noteOf: (way: Way) => unknown,
) {
  return (
    <ul class="pg-ways">
      {ways.map((way) => (
        <li>
          {viewTry(session, way)}
          <span class="pg-note">{noteOf(way)}</span>
        </li>
      ))}
    </ul>
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

/** Two buttons that copy a text, such as `The table`, in two formats. */
export function viewCopy(
  { copy }: Session,
  name: string,
  formats: Readonly<Record<'JSON' | 'Markdown', () => string>>,
) {
  return (
    <div class="pg-row pg-copy">
      <span class="pg-note">Copy {name.toLowerCase()} as</span>
      {Object.entries(formats).map(([format, write]) => (
        <button type="button" onClick={() => copy(write(), name)}>
          {format}
        </button>
      ))}
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

/** A panel with a heading and a summary, dimmed if it is old. */
export function viewPanel(
  panel: { id: string; title: string; summary: unknown; isOld: boolean; class?: string },
  ...content: readonly unknown[]
) {
  return (
    <section class={[panel.class, { 'pg-stale': panel.isOld }]} aria-labelledby={panel.id}>
      <div class="pg-head">
        <h2 id={panel.id} tabindex={-1}>
          {panel.title}
        </h2>
        <span class="pg-note pg-summary">{panel.summary}</span>
      </div>
      {content}
    </section>
  );
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

/** Puts the line in front of a message, if there is one. */
export function sayLine({ line, message }: { line: number | null; message: string }): string {
  return line === null ? message : `Line ${line}: ${message}`;
}
