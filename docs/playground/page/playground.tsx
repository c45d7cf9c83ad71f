/** The playground: definitions, their table, and what it does. */
import { computed, defineComponent, ref } from 'vue';
import { nameOf } from '../question.ts';
import { type Cursor, Editor } from './editor.ts';
import { EXAMPLES } from './examples.ts';
import { notesOf } from './notes.ts';
import './playground.css';
import { useSession } from './session.ts';
import { viewConsole } from './views/console.tsx';
import { viewFailure } from './views/failure.tsx';
import { viewHeld } from './views/held.tsx';
import { viewImported } from './views/imported.tsx';
import { viewReach } from './views/reach.tsx';
import { viewRequest } from './views/request.tsx';
import { viewTable } from './views/table.tsx';
import { Tools } from './views/tools.tsx';
import { viewUrl } from './views/url.tsx';

/** The whole page. */
export default defineComponent(() => {
  const session = useSession();
  const { question, shown } = session;
  const editor = ref<Cursor>();
  const cursor = ref(0);
  const notes = computed(() => notesOf(session));
  const label = computed(() => nameOf(question.source));

  return () => (
    <main class="pg">
      <header>
        <h1>Playground</h1>
        <p>
          Write routes and see what they do. The code runs in a sandbox of this page: it reaches
          neither the site nor the network. Code that comes with a link waits until you run it.
        </p>
      </header>
      <div class="pg-bar">
        <fieldset class="pg-row">
          <legend class="pg-hidden">Start from an example</legend>
          {EXAMPLES.map((example) => (
            <button type="button" onClick={() => session.open(example.question)}>
              {example.title}
            </button>
          ))}
        </fieldset>
        <div class="pg-row">
          <span role="status">{shown.link}</span>
          <button type="button" class="pg-main" onClick={() => session.share()}>
            Copy link
          </button>
        </div>
      </div>
      <div class="pg-halves">
        <section class="pg-definitions" aria-labelledby="pg-definitions">
          <div class="pg-head">
            <h2 id="pg-definitions">Definitions</h2>
            <span class="pg-note">{label.value}</span>
          </div>
          {viewHeld(session)}
          <Editor
            ref={editor}
            source={question.source}
            notes={notes.value}
            label={`Route definitions, ${label.value}`}
            onCursor={(place: number) => {
              cursor.value = place;
            }}
            onEdit={(source: string) => {
              question.source = source;
            }}
          />
          {viewFailure(shown, (line) => editor.value?.goTo(line))}
          {viewImported(session)}
          {viewConsole(session)}
        </section>
        {viewTable(session)}
        {viewRequest(session)}
        <div class="pg-stack">
          {viewUrl(session)}
          {viewReach(session)}
        </div>
      </div>
      <Tools session={session} cursor={cursor.value} />
    </main>
  );
});
