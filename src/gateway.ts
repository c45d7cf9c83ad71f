/**
 * A server in front of a PHP application: waymark answers the ported pages, and PHP the rest. It
 * needs `srvx` and `httpxy`.
 * @module waymark/gateway
 */
export type { BackendFailure } from './gateway/backend.ts';
export { createGateway, type GatewayOptions } from './gateway/server.ts';
