/** The home page's playground: five routes, and the one that answers a path. */
import { defineComponent, ref } from 'vue';
import { createRouter, type Resolution } from '../../../src/index.ts';

const TABLE = {
  'users/login': '',
  'GET posts/new': 'posts/create_new',
  'GET posts/(:any)': 'posts/show/$1',
  'POST posts': 'posts/create',
  '(en|fr)/(.+)': 'pages/show/$2/$1',
};
const METHODS = ['GET', 'POST'];
const PATHS = ['/posts/7', '/posts/new', '/users//x/../%6Cogin', '/fr/about/us', '/posts'];

const router = createRouter(TABLE);

function say(answer: Resolution): string {
  switch (answer.status) {
    case 'found':
      return `goes to ${answer.destination}`;
    case 'blocked':
      return 'is blocked';
    case 'method-not-allowed':
      return `is a 405: only ${answer.allow.join(', ')} allowed`;
    case 'bad-request':
      return `is a 400: ${answer.reason}`;
    case 'not-found':
      return 'is a 404: no row matches';
  }
}

export default defineComponent(() => {
  const method = ref('GET');
  const path = ref(PATHS[0]);
  const show = (example: string) => {
    method.value = 'GET';
    path.value = example;
  };
  return () => {
    const answer = router.resolve(method.value, path.value);
    const route = 'route' in answer ? answer.route : null;
    return (
      <div class="try-card">
        <p class="try-title">The first row that matches a request answers it. Try a path:</p>
        <form class="try-request" onSubmit={(event) => event.preventDefault()}>
          <select
            aria-label="Method"
            value={method.value}
            onChange={({ target }) => {
              if (target instanceof HTMLSelectElement) method.value = target.value;
            }}
          >
            {METHODS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <input
            aria-label="Path"
            spellcheck="false"
            autocomplete="off"
            value={path.value}
            onInput={({ target }) => {
              if (target instanceof HTMLInputElement) path.value = target.value;
            }}
          />
        </form>
        <ol class="try-rows">
          {Object.entries(TABLE).map(([key, to]) => (
            <li key={key} class={key === route ? 'try-hit' : ''}>
              <code>{key}</code>
              <span aria-hidden="true">→</span>
              <code>{to === '' ? 'blocked' : to}</code>
            </li>
          ))}
        </ol>
        <p class="try-answer" role="status">
          {method.value} {path.value} <strong>{say(answer)}</strong>
        </p>
        <p class="try-examples">
          {PATHS.map((example) => (
            <button key={example} type="button" onClick={() => show(example)}>
              {example}
            </button>
          ))}
        </p>
      </div>
    );
  };
});
