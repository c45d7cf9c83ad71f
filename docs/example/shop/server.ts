/** Serves the shop over HTTP on PORT, 3000 by default. */
import { serve } from 'srvx';
import { fetch } from './app.ts';
import { signUp } from './store.ts';

signUp({ email: 'admin@shop.test', password: process.env.SHOP_ADMIN ?? 'change me' }, 'admin');

const port = process.env.PORT || 3000;
await serve({ fetch, port, silent: true, gracefulShutdown: true }).ready();
console.log(`The shop is at http://localhost:${port}`);
