/** What the developer controllers of the modules have in common. */
import { html } from './html.ts';
import { PageController } from './page.ts';

export abstract class ReportController extends PageController {
  abstract report(): unknown;

  /** What tools/photos reaches, as tools/photos/report does. */
  index() {
    return this.report();
  }

  /** Names and numbers, as a page or, for `?format=json`, as data. */
  _report(title: string, numbers: Readonly<Record<string, number>>): unknown {
    const { searchParams, pathname } = new URL(this.context.request.url);
    if (searchParams.get('format') === 'json') return numbers;
    const rows = Object.entries(numbers).map(
      ([name, number]) => html`
  <div><dt>${name}</dt><dd>${number}</dd></div>`,
    );
    return this._page(
      title,
      html`<dl class="numbers">${rows}
</dl>
<p class="actions"><a href="/tools">Tools</a> <a href="${pathname}?format=json">The same as JSON</a></p>`,
    );
  }
}
