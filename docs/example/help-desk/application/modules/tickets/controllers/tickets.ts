import { HttpError, type Issue, readForm, redirect } from 'waymark/http';
import { z } from 'zod';
import { html } from '../../../../../framework/core/html.ts';
import { Page } from '../../../core/page.ts';
import type { User } from '../../../core/visitor.ts';
import { add, type Ticket, visibleTo } from '../models/tickets.ts';

const TICKET = z.object({
  title: z.string().trim().min(3, 'A title needs at least three characters'),
  attachment: z.file().max(100_000, 'A file can be at most 100 kB').exactOptional(),
});

export default class Tickets extends Page {
  index() {
    const { url } = this.context;
    const items = visibleTo(this._user()).map(
      ({ id, title, open }) =>
        html`<li><a href="${url('tickets.show', [id])}">${title}</a>${open ? '' : ' (closed)'}</li>`,
    );
    return this._page(
      'Tickets',
      html`<ul>${items}</ul><a href="${url('tickets.create_new')}">New</a>`,
    );
  }

  create_new() {
    return this._form([]);
  }

  async create() {
    try {
      const { title, attachment } = await readForm(this.context, {
        schema: TICKET,
        limit: 200_000,
      });
      // A browser sends an empty file without a name if none was chosen.
      const file = attachment === undefined || attachment.size === 0 ? null : attachment;
      const { id } = add(this._user(), title, file);
      this._flash('We got your ticket');
      return redirect(this.context, { name: 'tickets.show', params: [id] });
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 422) throw error;
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return new Response(this._form(error.issues), { status: 422, headers });
    }
  }

  show(id: string) {
    const { url, user } = this.context;
    const ticket = this._ticket(id);
    const close =
      user?.role === 'agent' && ticket.open
        ? html`<form method="post" action="${url('tickets.close', [id])}"><button>Close</button></form>`
        : '';
    const file = ticket.attachment;
    const link =
      file === null ? '' : html`<a href="${url('tickets.attachment', [id])}">${file.name}</a>`;
    return this._page(ticket.title, html`<p>${ticket.open ? 'open' : 'closed'}</p>${link}${close}`);
  }

  close(id: string) {
    this._ticket(id).open = false;
    this._flash(`Ticket ${id} is closed`);
    return redirect(this.context, { name: 'tickets.index' });
  }

  attachment(id: string) {
    const { attachment } = this._ticket(id);
    if (attachment === null) throw new HttpError(404, `ticket ${id} has no attachment`);
    // Download it, whatever type the client sent: it must not be shown as a page.
    this.context.headers.set('content-disposition', 'attachment');
    this.context.headers.set('x-content-type-options', 'nosniff');
    return attachment;
  }

  _form(issues: readonly Issue[]): string {
    const { url } = this.context;
    const problems = issues.map(({ message }) => html`<p role="alert">${message}</p>`);
    return this._page(
      'New ticket',
      html`${problems}<form method="post" enctype="multipart/form-data" action="${url('tickets.create')}">
<input name="title"> <input name="attachment" type="file"> <button>Send</button></form>`,
    );
  }

  /** The logged-in user. The guard lets nobody else in. */
  _user(): User {
    if (this.context.user === null) throw new Error('the guard let a visitor in');
    return this.context.user;
  }

  _ticket(id: string): Ticket {
    const ticket = visibleTo(this._user()).find((one) => one.id === Number(id));
    if (ticket === undefined) throw new HttpError(404, `no ticket ${id} for ${this._user().name}`);
    return ticket;
  }
}
