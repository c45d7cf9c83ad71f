/** The route table as a page, and what it answers to a path of the visitor's. */
import { Route } from 'waymark';
import { type Html, html } from '../core/html.ts';
import { PageController } from '../core/page.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** The keys of a table that are not patterns. */
const SETTINGS = new Set(['default_controller', '404_override', 'translate_uri_dashes']);

export default class Routes extends PageController {
  index() {
    const query = new URL(this.context.request.url).searchParams;
    const path = query.get('path') ?? '';
    const method = METHODS.find((name) => name === query.get('method')) ?? 'GET';
    const resolution = path === '' ? null : this.context.router.resolve(method, path);
    const route = resolution !== null && 'route' in resolution ? resolution.route : null;
    return this._page(
      'Routes',
      html`
<p class="lead">Read from top to bottom: the first route that matches answers.</p>
<form class="inline" action="${Route.url('routes')}#answer">
  <p><label for="method">Method</label>
  <select id="method" name="method">${METHODS.map((name) => option(name, name === method))}</select></p>
  <p class="wide"><label for="path">Path</label>
  <input id="path" name="path" value="${path}" placeholder="/photos/7" maxlength="200" required></p>
  <p><button>Resolve</button></p>
</form>
${resolution === null ? '' : answer(`${method} ${path}`, resolution)}
<div class="scroll" role="region" aria-label="Route table" tabindex="0">
<table>
  <thead><tr><th scope="col">Method</th><th scope="col">Pattern</th><th scope="col">Destination</th></tr></thead>
  <tbody>${Object.entries(this.context.table).map((entry) => row(entry, entry[0] === route))}
  </tbody>
</table>
</div>`,
    );
  }
}

function option(name: string, selected: boolean): Html {
  return html`<option${selected ? html` selected` : ''}>${name}</option>`;
}

/** What the resolver says, member by member. */
function answer(request: string, resolution: object): Html {
  const members = Object.entries(resolution)
    .filter(([name]) => name !== 'handler')
    .map(([name, value]) => {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      return html`<dt>${name}</dt><dd><code>${shown}</code></dd>`;
    });
  return html`<section id="answer" class="answer" aria-label="Answer">
<h2><code>${request}</code></h2>
<dl>${members}</dl>
</section>`;
}

function row([key, destination]: [string, string], answers: boolean): Html {
  const other = SETTINGS.has(key) ? 'setting' : 'any';
  const [, method = other, pattern = key] = /^([A-Z]+) (.*)$/s.exec(key) ?? [];
  const shown = destination === '' ? html`<em>blocked</em>` : html`<code>${destination}</code>`;
  return html`
    <tr${answers ? html` aria-current="true"` : ''}><td><span class="method">${method}</span></td><td><code>${pattern}</code></td><td>${shown}</td></tr>`;
}
