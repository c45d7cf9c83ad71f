import { Controller } from 'waymark/hmvc';
import { cookies, readForm, redirect } from 'waymark/http';

/** Receives the form, which PHP still shows. */
export default class Contact extends Controller {
  async send() {
    const form = await readForm(this.context);
    const jar = cookies(this.context);
    jar.set('name', String(form.get('name')));
    jar.set('sent', 'yes');
    return redirect(this.context, '/contact');
  }
}
