/** The base class of the modules' developer controllers. */
import { html } from 'waymark/http';
import { PageController } from './page.ts';

export abstract class ReportController extends PageController {
  abstract report(): unknown;

  /** Answers tools/photos as well as tools/photos/report. */
  index() {
    return this.report();
  }

  /** Numbers by name: a page, or JSON for `?format=json`. */
  _report(title: string, numbers: Readonly<Record<string, number>>): unknown {
    const { searchParams } = new URL(this.context.request.url);
    if (searchParams.get('format') === 'json') return numbers;
    const rows = Object.entries(numbers).map(
      ([name, number]) => html`
  <div><dt>${name}</dt><dd>${number}</dd></div>`,
    );
    return this._page(
      title,
      html`<dl class="numbers">${rows}
</dl>
<p class="actions"><a href="/tools">Tools</a> <a href="?format=json">As JSON</a></p>`,
    );
  }
}
