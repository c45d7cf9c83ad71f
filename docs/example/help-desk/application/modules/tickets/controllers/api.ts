import { readJson } from 'waymark/http';
import { z } from 'zod';
import { Page } from '../../../core/page.ts';
import { add } from '../models/tickets.ts';

const TICKET = z.object({ title: z.string().trim().min(3) });

export default class Api extends Page {
  async create() {
    const { title } = await readJson(this.context, { schema: TICKET, limit: 10_000 });
    const { user } = this.context;
    if (user === null) throw new Error('the guard let a visitor in');
    const { id } = add(user, title, null);
    this.context.headers.set('location', this.context.url('tickets.show', [id]));
    return { id, title };
  }
}
