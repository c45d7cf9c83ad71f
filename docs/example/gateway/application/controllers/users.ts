import { Controller } from 'waymark/hmvc';
import { redirect } from 'waymark/http';
import type { Shop } from '../core/visitor.ts';

/** PHP still handles the login and the session. */
export default class Users extends Controller<Shop> {
  async account() {
    const name = await this.context.visitor();
    if (name === null) return redirect(this.context, '/login');
    return Response.json({ welcome: name });
  }
}
