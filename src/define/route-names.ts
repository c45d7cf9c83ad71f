import type { NamedArguments } from '../table/route-names.ts';
import type { UrlOptions } from './named.ts';

/** What `Route.url` takes after a name. */
export type UrlArguments<Name> = NamedArguments<Name, UrlOptions>;
