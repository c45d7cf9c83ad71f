/** A page that shows the route table, and explains how it answers a request. */
import { METHODS, Route } from 'waymark';
import { type Html, html } from 'waymark/http';
import { type Explanation, explain } from 'waymark-tools/inspect';
import { PageController } from '../core/page.ts';

/** The keys that are not patterns. */
const SETTINGS = new Set(['default_controller', '404_override', 'translate_uri_dashes']);

export default class Routes extends PageController {
  index() {
    const query = new URL(this.context.request.url).searchParams;
    const path = query.get('path') ?? '';
    const method = METHODS.find((name) => name === query.get('method')) ?? 'GET';
    const { table } = this.context;
    const explanation = path === '' ? null : explain(table, method, path);
    const found = explanation?.answer;
    const route = found !== undefined && 'route' in found ? found.route : null;
    return this._page(
      'Routes',
      html`
<p class="lead">Read from top to bottom: the first route that matches answers. Ask for any path to see why
it goes where it goes.</p>
<form class="inline" action="${Route.url('routes')}#answer">
  <p><label for="method">Method</label>
  <select id="method" name="method">${METHODS.map((name) => option(name, name === method))}</select></p>
  <p class="wide"><label for="path">Path</label>
  <input id="path" name="path" value="${path}" placeholder="/photos/7" maxlength="200" required></p>
  <p><button>Explain</button></p>
</form>
${explanation === null ? '' : answer(explanation)}
<div class="scroll" role="region" aria-label="Route table" tabindex="0">
<table>
  <thead><tr><th scope="col">Method</th><th scope="col">Pattern</th><th scope="col">Destination</th></tr></thead>
  <tbody>${Object.entries(table).map((entry) => row(entry, entry[0] === route))}
  </tbody>
</table>
</div>`,
    );
  }
}

function option(name: string, selected: boolean): Html {
  return html`<option${selected ? html` selected` : ''}>${name}</option>`;
}

/** The resolver's answer, member by member, and the rows before and after it. */
function answer({ request, path, steps, answer, before, after, later }: Explanation): Html {
  const matched = steps.length === 0 ? {} : { 'matched path': `${path}: ${steps.join(', ')}` };
  const members = Object.entries({ ...matched, ...answer })
    .filter(([name]) => name !== 'handler')
    .map(([name, value]) => {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      return html`<dt>${name}</dt><dd><code>${shown}</code></dd>`;
    });
  return html`<section id="answer" class="answer" aria-labelledby="asked">
<h2 id="asked"><code>${request.method} ${request.path}</code></h2>
<dl>${members}</dl>
${others('These routes nearly matched', before)}
${others(
  'These come later, and would have matched',
  after.map((route) => ({ route })),
)}
${others('These come later, and would not have matched', later)}
</section>`;
}

/** Routes under a heading, each with its reason if it has one. */
function others(title: string, all: readonly { route: string; reason?: string }[]): Html | string {
  if (all.length === 0) return '';
  const items = all.map(({ route, reason }) => {
    const why = reason === undefined ? '' : html`: ${reason}`;
    return html`<li><code>${route}</code>${why}</li>`;
  });
  return html`<h3>${title}</h3>
<ul>${items}</ul>`;
}

function row([key, destination]: [string, string], answers: boolean): Html {
  const other = SETTINGS.has(key) ? 'setting' : 'any';
  const [, method = other, pattern = key] = /^([A-Z]+) (.*)$/s.exec(key) ?? [];
  const shown = destination === '' ? html`<em>blocked</em>` : html`<code>${destination}</code>`;
  return html`
    <tr${answers ? html` aria-current="true"` : ''}><td><span class="method">${method}</span></td><td><code>${pattern}</code></td><td>${shown}</td></tr>`;
}
