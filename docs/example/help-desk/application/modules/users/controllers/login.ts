import { readForm, redirect } from 'waymark/http';
import { z } from 'zod';
import { html } from '../../../../../framework/core/html.ts';
import { Page } from '../../../core/page.ts';
import { authenticate } from '../models/users.ts';

const CREDENTIALS = z.object({ name: z.string(), password: z.string() });

export default class Login extends Page {
  form() {
    const { url } = this.context;
    return this._page(
      'Log in',
      html`<form method="post" action="${url('login')}">
<input name="name" autocomplete="username"> <input name="password" type="password">
<button>Log in</button></form>`,
    );
  }

  async create() {
    const { session, save } = this.context;
    const { name, password } = await readForm(this.context, { schema: CREDENTIALS });
    const user = authenticate(name, password);
    if (user === null) {
      this._flash('Wrong name or password');
      return redirect(this.context, { name: 'login' });
    }
    await save({ user });
    this._flash(`Welcome, ${user.name}`);
    return redirect(this.context, session.next ?? { name: 'tickets.index' });
  }

  async destroy() {
    await this.context.save({ user: null });
    return redirect(this.context, { name: 'start' });
  }
}
