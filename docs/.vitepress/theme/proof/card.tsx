/** The route file of the home page: a visitor edits its rows, and sees what `check` says of each. */
import { computed, defineComponent, nextTick, ref } from 'vue';
import type { Finding } from '../../../playground/answer.ts';
import './card.css';
import {
  AFTER,
  type Answers,
  BEFORE,
  type Line,
  lineAt,
  type Session,
  useSession,
} from './session.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const LEVELS = { error: 'Error', warning: 'Warning', unproved: 'Not proved' } as const;

/** The parts of a line with a colour of their own. */
const TOKENS = /('[^']*'?|"[^"]*"?|\/\/.*)|\b(import|from|export|default|const)\b|(\.\w+(?=\())/g;
const CLASSES = ['', 'code-text', 'code-word', 'code-call'];

/** The card. */
export const ProofCard = defineComponent(() => {
  const session = useSession();
  const { lines, request, shown } = session;
  const list = ref<HTMLElement>();

  /** What the answers say of each line, by its id. */
  const said = computed(() => {
    const { answers } = shown;
    const { table, checked, failure } = answers;
    const spots = new Map(table?.rows.map(({ route, spot }) => [route, spot ?? null]));
    const findings = new Map<number | undefined, Finding[]>();
    for (const finding of findingsOf(checked)) {
      const id = lineAt(answers, spots.get(finding.rows[0] ?? '') ?? null);
      findings.set(id, [...(findings.get(id) ?? []), finding]);
    }
    const winner = table?.rows[table.looked.winner ?? -1];
    const failed =
      failure === null ? undefined : answers.lines[(failure.line ?? 0) - 1 - BEFORE.length];
    return {
      findings,
      failed,
      winner: lineAt(answers, winner?.spot ?? null),
      isBlocked: winner?.destination === '',
    };
  });
  const place = computed(() => lines.findIndex(({ id }) => id === said.value.winner));
  const count = computed(() => {
    const { table, checked, failure } = shown.answers;
    if (failure !== null) return 'does not run';
    if (table === null || checked === null) return 'checking';
    if (checked === 'stopped') return 'not checked';
    const { length } = checked.findings;
    return length === 0 ? 'no problems' : `${length} problem${length === 1 ? '' : 's'}`;
  });

  /** Puts the cursor into a line, at a place of its text. */
  async function focus(index: number, at: number): Promise<void> {
    await nextTick();
    const field = list.value?.querySelectorAll('textarea')[index];
    field?.focus();
    field?.setSelectionRange(at, at);
  }

  function onKeydown(event: KeyboardEvent, index: number): void {
    const { target: field, key, altKey } = event;
    if (!(field instanceof HTMLTextAreaElement) || event.isComposing) return;
    const { selectionStart: start, selectionEnd: end } = field;
    if (key === 'Backspace' && start === 0 && end === 0) {
      const at = session.join(index);
      if (at < 0) return;
      event.preventDefault();
      void focus(index - 1, at);
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const by = key === 'ArrowUp' ? -1 : 1;
      if (event.shiftKey || (altKey ? !session.move(index, by) : lines[index + by] === undefined))
        return;
      event.preventDefault();
      void focus(index + by, start);
    }
  }

  function onInput({ target: field }: Event, index: number): void {
    if (!(field instanceof HTMLTextAreaElement)) return;
    const after = field.value.length - field.selectionEnd;
    const added = session.edit(index, field.value);
    const line = lines[index + added];
    if (added === 0 || line === undefined) return;
    // The field still has all lines.
    field.value = lines[index]?.text ?? '';
    void focus(index + added, line.text.length - after);
  }

  function viewLine(line: Line, index: number) {
    const { winner, failed, isBlocked } = said.value;
    const isHit = line.id === winner;
    const state = {
      'lit-passed':
        !isHit && shown.answers.table !== null && (place.value < 0 || index < place.value),
      'lit-hit': isHit,
      'lit-blocked': isHit && isBlocked,
    };
    const own = said.value.findings.get(line.id) ?? [];
    return (
      <li key={line.id} class={state} aria-current={isHit ? 'true' : undefined}>
        <div class="proof-line">
          <span class="proof-code">
            <code aria-hidden="true">{viewCode(line.text)}</code>
            <textarea
              aria-label={`Row ${index + 1}`}
              aria-describedby={own.length > 0 ? `finding-${line.id}` : undefined}
              rows={1}
              spellcheck={false}
              autocapitalize="off"
              autocomplete="off"
              value={line.text}
              onKeydown={(event) => onKeydown(event, index)}
              onInput={(event) => onInput(event, index)}
            />
          </span>
          <button
            type="button"
            class="proof-move"
            disabled={index === 0}
            aria-label={`Move row ${index + 1} up`}
            title="Move up"
            onClick={() => session.move(index, -1)}
          >
            ↑
          </button>
        </div>
        {isHit && viewAnswer(session)}
        {line.id === failed && viewFailure(session)}
        {own.length > 0 && (
          <div id={`finding-${line.id}`}>{own.map((finding) => viewFinding(session, finding))}</div>
        )}
      </li>
    );
  }

  return () => {
    const { failed, findings, winner } = said.value;
    const { table, failure } = shown.answers;
    const isLost = table !== null && winner === undefined;
    return (
      <section
        class={['proof', { 'proof-old': shown.isOld }]}
        aria-label="A route file to change"
        onFocusin={session.prepare}
        onPointerenter={session.prepare}
      >
        <p class="proof-bar">
          <span class="proof-name">routes.ts</span>
          <span class="proof-count" role="status">
            {count.value}
          </span>
          <button
            type="button"
            class="proof-reset"
            hidden={!session.isChanged()}
            onClick={session.reset}
          >
            Reset
          </button>
        </p>
        <ol ref={list} class="lit">
          <li class={table === null ? '' : 'lit-passed'}>
            <form class="proof-request" onSubmit={(event) => event.preventDefault()}>
              <select
                aria-label="Method"
                value={request.method}
                onChange={({ target }) => {
                  if (target instanceof HTMLSelectElement) session.ask({ method: target.value });
                }}
              >
                {METHODS.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
              <input
                aria-label="Path"
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                value={request.path}
                onInput={({ target }) => {
                  if (target instanceof HTMLInputElement) session.ask({ path: target.value });
                }}
              />
            </form>
          </li>
          <li class={['lit-plain', table === null ? '' : 'lit-passed']}>
            {BEFORE.slice(1)
              .filter(Boolean)
              .map((text) => (
                <code class="proof-fixed">{viewCode(text)}</code>
              ))}
          </li>
          {lines.map(viewLine)}
          <li class={['lit-plain', { 'lit-hit lit-blocked': isLost }]}>
            <code class="proof-fixed">{AFTER[0]}</code>
            {isLost && viewAnswer(session)}
            {failure !== null && failed === undefined && viewFailure(session)}
            {findings.get(undefined)?.map((finding) => viewFinding(session, finding))}
          </li>
        </ol>
      </section>
    );
  };
});

function findingsOf(checked: Answers['checked']): readonly Finding[] {
  return checked === null || checked === 'stopped' ? [] : checked.findings;
}

/** Where the request goes. */
function viewAnswer({ shown }: Session) {
  const { summary = '', request } = shown.answers.table?.looked ?? {};
  const start = `${request?.method} ${request?.path}: `;
  const says = summary.startsWith(start) ? summary.slice(start.length) : summary;
  return (
    <p class="proof-answer" role="status">
      {inPieces(says)}
    </p>
  );
}

function viewFailure({ shown }: Session) {
  return <p class="proof-finding proof-error">{inPieces(shown.answers.failure?.message ?? '')}</p>;
}

/** A finding, and the request that proves it. */
function viewFinding(session: Session, { level, message, help, witness }: Finding) {
  return (
    <p class={`proof-finding proof-${level}`}>
      <strong>{LEVELS[level]}:</strong> <span class="proof-message">{inPieces(message)}</span>{' '}
      {inPieces(help)}{' '}
      {witness !== undefined && (
        <button type="button" class="proof-try" onClick={() => session.ask(witness)}>
          {inPieces(`Try ${witness.method} ${witness.path}`)}
        </button>
      )}
    </p>
  );
}

/** A text that breaks after its slashes, and never inside a word. */
export function inPieces(text: string) {
  return text.split(/(?<=\/)/).map((piece, index) => (index === 0 ? piece : [<wbr />, piece]));
}

/** Code in colours. It breaks where a text area breaks it, whose text lies on top. */
function viewCode(text: string) {
  const parts: unknown[] = [];
  let end = 0;
  for (const found of text.matchAll(TOKENS)) {
    const kind = found.findIndex((group, index) => index > 0 && group !== undefined);
    parts.push(text.slice(end, found.index), <span class={CLASSES[kind]}>{found[0]}</span>);
    end = found.index + found[0].length;
  }
  // A line without text is as high as any other.
  return [...parts, text === '' ? '\u200b' : text.slice(end)];
}
