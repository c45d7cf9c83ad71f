/** The playground: definitions, their table, and its answers. */
import { computed, defineComponent } from 'vue';
import { languageOf } from '../question.ts';
import { LANGUAGES } from './copy.ts';
import { EXAMPLES } from './examples.ts';
import { SourceField } from './field.tsx';
import './playground.css';
import { useSession } from './session.ts';
import { useSpoken } from './spoken.ts';
import { Tools } from './tools/tools.tsx';
import { viewConsole, viewFailure, viewHeld, viewImported, viewRun } from './views/definitions.tsx';
import { viewRequest } from './views/request.tsx';
import { viewReach, viewUrl } from './views/routes.tsx';
import { viewTable } from './views/table.tsx';

/** The whole page. */
export default defineComponent(() => {
  const session = useSession();
  const { question, shown } = session;
  const language = computed(() => LANGUAGES[languageOf(question.source)]);
  const spoken = useSpoken(session);

  return () => (
    <main class="pg">
      <header>
        <h1>Playground</h1>
        <p>
          Write routes and see what they do. Your code runs in a sandbox that can reach neither this
          site nor the network. Code from a link waits until you run it.
        </p>
      </header>
      <div class="pg-bar">
        <fieldset class="pg-row">
          <legend class="pg-hidden">Start from an example</legend>
          <span class="pg-note" aria-hidden="true">
            Examples
          </span>
          {EXAMPLES.map((example) => (
            <button
              type="button"
              aria-pressed={example.question.source === question.source}
              onClick={() => session.open(example.question)}
            >
              {example.title}
            </button>
          ))}
        </fieldset>
        <div class="pg-row">
          <span class="pg-notice">{shown.notice}</span>
          {shown.draft === null ? null : (
            <button type="button" onClick={session.openDraft}>
              Open my draft
            </button>
          )}
          <button type="button" onClick={session.reset}>
            Reset
          </button>
          <button type="button" onClick={() => download(question.source, language.value.file)}>
            Download
          </button>
          <button type="button" class="pg-main" onClick={session.share}>
            Copy link
          </button>
        </div>
      </div>
      {viewRequest(session)}
      <div class="pg-halves">
        <section class="pg-definitions" aria-labelledby="pg-definitions">
          <div class="pg-head">
            <h2 id="pg-definitions">Definitions</h2>
            <span class="pg-note pg-language">{language.value.title}</span>
            {viewRun(session)}
          </div>
          {viewHeld(session)}
          <SourceField session={session} />
          {viewFailure(shown)}
          {viewImported(session)}
          {viewConsole(session)}
        </section>
        {viewTable(session)}
        <div class="pg-stack">
          {viewUrl(session)}
          {viewReach(session)}
        </div>
      </div>
      <Tools session={session} />
      <div role="status" class="pg-hidden pg-spoken">
        {spoken.value}
      </div>
    </main>
  );
});

/** Saves a source as a file. */
function download(source: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([source], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
