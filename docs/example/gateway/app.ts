/** The ported pages. */
import type { GatewayOptions } from 'waymark/gateway';
import { createControllers } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import { askWho, type Shop } from './application/core/visitor.ts';
import routes from './routes.ts';

const files = await findFiles(new URL('.', import.meta.url));

/** @param php the origin that PHP listens on */
export function createShop(php: string): GatewayOptions<Shop> {
  return {
    php,
    routes,
    controllers: createControllers(files),
    errorPages: { 400: 'errors/malformed', 502: 'errors/down', 504: 'errors/slow' },
    context: ({ request }) => ({ visitor: () => askWho(request, php) }),
  };
}
