import { defineComponent, shallowRef, watch } from 'vue';
import type { AnswerOf } from '../../answer.ts';
import { BODY_LENGTH } from '../../limits.ts';
import { languageOf } from '../../question.ts';
import { PROPS, viewChoice, viewPairs, viewText } from '../views/pieces.tsx';
import { useTool } from './tool.tsx';

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'] as const;

/** Sends the request to `createFetchHandler`, and shows the response. */
export default defineComponent({
  props: PROPS,
  setup({ session }) {
    const { question, shown } = session;
    const tool = useTool(session, 'response', 'Sending …');
    const type = shallowRef<string>(TYPES[0]);
    const body = shallowRef('');
    // Clears a response to an earlier request or from earlier code.
    watch(() => [question.source, question.method, question.path, question.autoRoute], tool.clear);
    const send = () => {
      const { source, autoRoute, method, path } = question;
      void tool.send({ source, autoRoute, method, path, body: body.value, type: type.value });
    };

    return () => (
      <>
        <p class="pg-note">
          This sends the request above to the handler that your code makes with{' '}
          <code>createFetchHandler</code>, or else to one with your routes. The handler has no
          network access.
        </p>
        {question.method !== 'GET' && question.method !== 'HEAD' && (
          <div class="pg-row pg-form">
            {viewChoice({ label: 'Type of the body', model: type }, TYPES)}
            {viewText(
              { label: 'Body', class: 'pg-wide', model: body },
              { rows: 4, maxlength: BODY_LENGTH },
            )}
          </div>
        )}
        <button
          type="button"
          class="pg-main pg-send"
          // Code from a link runs only after a click on its own button.
          disabled={shown.state === 'held' || languageOf(question.source) === 'php'}
          onClick={send}
        >
          Send {question.method} {question.path}
        </button>
        {languageOf(question.source) === 'php' && (
          <p class="pg-note">
            A table from PHP has no handlers. Continue with the generated route file, and add
            handlers to its routes.
          </p>
        )}
        {tool.view(viewResponse)}
      </>
    );
  },
});

function viewResponse(response: AnswerOf<'response'>) {
  const { status, statusText, headers, body, isCut, standIn, reports, logs = [] } = response;
  return (
    <div class="pg-response">
      <p class={['pg-message', status < 400 ? 'pg-success' : 'pg-warning']}>
        <strong>{status}</strong> {statusText}
      </p>
      {standIn !== null && (
        <p class="pg-note">
          The playground has no controllers, so a stand-in answered with the destination. In an
          application, the controller of <code>{standIn}</code> would answer.
        </p>
      )}
      {reports.map((report) => (
        <pre class="pg-message pg-error">{report}</pre>
      ))}
      {headers.length > 0 && viewPairs(headers)}
      <pre class="pg-body">{body === '' ? 'The body is empty.' : body}</pre>
      {isCut && <p class="pg-note">The rest of the body is not shown.</p>}
      {logs.length > 0 && (
        <>
          <h3>Console</h3>
          {logs.map(({ text }) => (
            <pre>{text}</pre>
          ))}
        </>
      )}
    </div>
  );
}
