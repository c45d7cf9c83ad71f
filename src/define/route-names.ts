import type { NamedArguments } from '../table/route-names.ts';
import type { UrlOptions } from './named.ts';

/** The arguments of `Route.url` after a name. */
export type UrlArguments<Name> = NamedArguments<Name, UrlOptions>;
