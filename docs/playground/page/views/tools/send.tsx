import { defineComponent, reactive, watch } from 'vue';
import { languageOf } from '../../../question.ts';
import { BODY_LENGTH } from '../../../tools.ts';
import { entered } from '../../entered.ts';
import { useTool } from '../../tool.ts';
import { PROPS } from '../tools.tsx';
import { viewProblem } from './problem.tsx';

const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'];

/** Sends the request to `createFetchHandler`, and shows the response. */
export default defineComponent({
  props: PROPS,
  setup(props) {
    const tool = useTool('send', 'response');
    const { question, shown } = props.session;
    const body = reactive({ body: '', type: TYPES[0] ?? '' });
    // Clears a response to an earlier request or from earlier code.
    watch(
      () => [question.source, question.method, question.path, question.autoRoute],
      () => tool.clear(),
    );
    const hasBody = () => question.method !== 'GET' && question.method !== 'HEAD';

    return () => (
      <>
        <p class="pg-note">
          This sends the request above to the handler that your code makes with{' '}
          <code>createFetchHandler</code>, or else to one with your routes. The handler has no
          network access.
        </p>
        {hasBody() && (
          <div class="pg-row pg-form">
            <label>
              Type of the body
              <select
                value={body.type}
                onChange={(event: Event) => {
                  body.type = entered(event);
                }}
              >
                {TYPES.map((type) => (
                  <option value={type}>{type}</option>
                ))}
              </select>
            </label>
            <label class="pg-wide">
              Body
              <textarea
                rows="4"
                spellcheck={false}
                maxlength={BODY_LENGTH}
                value={body.body}
                onInput={({ target }: Event) => {
                  if (target instanceof HTMLTextAreaElement) body.body = target.value;
                }}
              />
            </label>
          </div>
        )}
        <button
          type="button"
          class="pg-main pg-send"
          // Code from a link runs only after a click on its own button.
          disabled={shown.state === 'held' || languageOf(question.source) === 'php'}
          onClick={() => {
            const { source, autoRoute, method, path } = question;
            void tool.ask({ source, autoRoute, method, path, ...body });
          }}
        >
          Send {question.method} {question.path}
        </button>
        {languageOf(question.source) === 'php' && (
          <p class="pg-note">
            A table from PHP has no handlers. Continue with the generated route file, and add
            handlers to its routes.
          </p>
        )}
        {viewProblem(tool, 'Sending …')}
        {tool.answer.value !== null && viewResponse(tool.answer.value)}
      </>
    );
  },
});

type Sent = NonNullable<ReturnType<typeof useTool<'response'>>['answer']['value']>;

function viewResponse({ status, statusText, headers, body, isCut, standIn, reports, logs }: Sent) {
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
      {headers.length > 0 && (
        <dl class="pg-settings">
          {headers.map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <pre class="pg-body">{body === '' ? 'The body is empty.' : body}</pre>
      {isCut && <p class="pg-note">The rest of the body is not shown.</p>}
      {(logs ?? []).length > 0 && (
        <>
          <h3>Console</h3>
          {logs?.map(({ text }) => (
            <pre>{text}</pre>
          ))}
        </>
      )}
    </div>
  );
}
