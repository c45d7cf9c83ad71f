/** Describes a table as an OpenAPI document. */
import type { RouteSchemas, SuppliedTable } from 'waymark';
import { badArgument, fromCaller, tableKey } from 'waymark/internal';
import { isObject } from '../shared/words.ts';
import { samplePaths } from './automata/shape.ts';
import { takenBy } from './check/unreached.ts';
import { hasDestination, Inspection, type Row } from './inspection.ts';
import { remember } from './maps.ts';
import { type Form, formsIn } from './openapi-forms.ts';
import { Components, type Described } from './openapi-schemas.ts';
import { type Proof, proveReached } from './prove/prove.ts';
import { sayKey } from './say-key.ts';

/** The options of {@link openapi}. */
export interface OpenApiOptions {
  /**
   * A document to merge in, such as `{ info, servers, components, security }`. Its members override
   * the generated ones. Objects are merged, so it may add to `paths`.
   */
  readonly base?: object | undefined;
}

/** An OpenAPI document, and the rows and schemas that it lacks. */
export interface OpenApi {
  /** The document, as plain data. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The rows that OpenAPI can't describe or no request reaches, and schemas that it lacks. */
  readonly omitted: readonly { readonly route: string; readonly reason: string }[];
}

/**
 * Describes a table as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). Each
 * group of a pattern is a path parameter with a schema: `photos/(:num)` is `/photos/{p1}`. A row for
 * every method is described for GET, POST, PUT, PATCH and DELETE. The name of a route is its
 * `operationId`. Its schemas are the request body, the parameters of the query, and the schemas of
 * params, if their library gives them as JSON Schema. The members of its `meta.openapi` override
 * those of its operations; `false` leaves the route out. Blocks, redirects and settings are not described.
 * @param table the result of `Route.map`; a plain table has no names and no meta
 * @param options see {@link OpenApiOptions}
 * @returns the document, and the rows that it lacks, each with the reason
 * @throws {WaymarkError} if `createRouter` would, if a row's `meta.openapi` is neither an object nor
 *   `false`, or if `base` is not an object
 * @example
 * const { document } = openapi({ 'GET photos/(:num)': 'photos/show/$1' });
 * Object.keys(document.paths ?? {}); // ['/photos/{p1}']
 */
export function openapi(table: SuppliedTable, options: OpenApiOptions = {}): OpenApi {
  return fromCaller(openapi, describeTable, table, options);
}

function describeTable(table: SuppliedTable, { base = {} }: OpenApiOptions): OpenApi {
  if (!isObject(base)) throw badArgument('openapi', 'base', 'an OpenAPI document', base);
  const paths = new Paths(new Inspection(table));
  const info = { title: 'API', version: '0.0.0' };
  const schemas = Object.fromEntries(paths.components.schemas);
  const document = {
    ...{ openapi: '3.1.1', info, paths: paths.write() },
    ...(paths.components.schemas.size > 0 && { components: { schemas } }),
  };
  return { document: mergeMembers(document, base), omitted: paths.omitted };
}

const USUAL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The default responses. OpenAPI 3.1 requires none, but many tools do. */
const RESPONSES = { default: { description: 'The response' } };

type Members = Readonly<Record<string, unknown>>;

interface Item {
  readonly path: string;
  readonly row: Row;
  readonly operations: Map<string, { readonly row: Row; readonly operation: Members }>;
}

class Paths {
  readonly omitted: { readonly route: string; readonly reason: string }[] = [];
  readonly components = new Components();
  private readonly items = new Map<string, Item>();
  private readonly ids = new Set<string>();

  constructor(private readonly inspection: Inspection) {
    for (const row of inspection.rows) {
      const own = readOperation(row);
      if (!hasDestination(row) && row.handler === null) continue;
      if (own === null) continue;
      for (const reason of this.add(row, own)) this.omitted.push({ route: row.key, reason });
    }
  }

  write(): Members {
    const paths = [...this.items.values()].map(({ path, operations }) => {
      const members = [...operations].map(([method, { operation }]) => {
        return [method.toLowerCase(), operation];
      });
      return [path, Object.fromEntries(members)];
    });
    return Object.fromEntries(paths);
  }

  private add(row: Row, own: Members): Iterable<string> {
    if (row.method === 'QUERY') return ['OpenAPI 3.1 has no QUERY'];
    const forms = formsIn(row.source);
    if (typeof forms === 'string') return [forms];
    const schemas = this.components.describe(withoutKnown(row.schemas ?? {}, own));
    const reasons = new Set(schemas.reasons);
    const takers = new Set<Row>();
    let isReached = false;
    for (const form of forms) {
      for (const method of row.method === null ? USUAL : [row.method]) {
        const proof = this.prove(row, form, method);
        if (proof.kind === 'unreached') {
          for (const taker of proof.takers) takers.add(taker);
          continue;
        }
        isReached = true;
        const reason =
          proof.kind === 'unproved'
            ? `whether a request reaches it is not proved: ${proof.reason}`
            : this.conflictOf(row, form, method);
        if (reason === null) this.describe(row, own, schemas, form, method);
        else reasons.add(reason);
      }
    }
    if (isReached) return reasons;
    return [takenBy(this.inspection.rows.filter((other) => takers.has(other)))];
  }

  private prove(row: Row, { source }: Form, method: string): Proof {
    const whole = new RegExp(`^(?:${source})$`, 's');
    return proveReached(this.inspection, row, {
      language: () => this.inspection.languages.of(source),
      samples: samplePaths(source),
      accepts: (_, path) => whole.test(path),
      method,
    });
  }

  private conflictOf(row: Row, { shape, path }: Form, method: string): string | null {
    const item = this.items.get(shape);
    if (item === undefined) return null;
    if (item.path !== path) {
      if (item.row === row)
        return `${path} and ${item.path} differ only in their params; define a row for each`;
      return `${path} is the same path as ${item.path} of ${sayKey(item.row.key)}; give their params the same names`;
    }
    const other = item.operations.get(method);
    return other === undefined ? null : `${path} already describes ${sayKey(other.row.key)}`;
  }

  private describe(row: Row, own: Members, schemas: Described, form: Form, method: string): void {
    const { shape, path } = form;
    const { operationId = row.name, parameters: _, responses = RESPONSES, ...rest } = own;
    const id = operationId === null ? null : this.idOf(`${operationId}${form.suffix}`, method);
    const parameters = parametersOf(form, schemas, own);
    const { requestBody } = schemas;
    const operation = {
      ...(id === null ? {} : { operationId: id }),
      ...(requestBody === null ? {} : { requestBody }),
      ...rest,
      ...(parameters.length === 0 ? {} : { parameters }),
      responses,
    };
    const { operations } = remember(this.items, shape, (): Item => {
      return { path, row, operations: new Map() };
    });
    operations.set(method, { row, operation });
  }

  /** Makes a unique id of the name, of the name and the method, or of both and a number. */
  private idOf(name: string, method: string): string {
    const long = `${name}.${method.toLowerCase()}`;
    let id = this.ids.has(name) ? long : name;
    for (let count = 2; this.ids.has(id); count++) id = `${long}.${count}`;
    this.ids.add(id);
    return id;
  }
}

/** The row's `meta.openapi`; `null` if it leaves the row out. */
function readOperation({ key, meta }: Row): Members | null {
  // The cast: an application may declare other members.
  const own = (meta as Members | null)?.openapi ?? {};
  if (own === false) return null;
  if (isObject(own) && Array.isArray(own.parameters ?? [])) return own;
  const wanted = "an operation, such as { summary: 'A photo', parameters: [] }, or false";
  throw badArgument(tableKey('openapi', key), 'meta.openapi', wanted, own);
}

/** The schemas of a route, without one for a body that its meta describes. */
function withoutKnown({ body, ...schemas }: RouteSchemas, { requestBody }: Members): RouteSchemas {
  return body === undefined || requestBody !== undefined ? schemas : { ...schemas, body };
}

function parametersOf({ parameters, names }: Form, schemas: Described, own: Members): unknown[] {
  const params = new Map<unknown, Members>();
  for (const [name, param] of parameters) {
    const schema = schemas.params.get(name);
    // A text keeps the pattern of its group.
    const isText = isObject(schema) && (schema.type === 'string' || schema.type === undefined);
    params.set(
      name,
      schema === undefined
        ? param
        : isText
          ? mergeMembers(param, { schema })
          : { ...param, schema },
    );
  }
  const query = new Map<unknown, Members>(schemas.query.map((param) => [param.name, param]));
  const others: unknown[] = [];
  // The cast: `readOperation` checks it.
  for (const given of (own.parameters ?? []) as readonly unknown[]) {
    const { name, in: place }: Members = isObject(given) ? given : {};
    const known = place === 'path' ? params : place === 'query' ? query : NONE_KNOWN;
    const param = known.get(name);
    // The cast: only an object has a place.
    if (param !== undefined) known.set(name, mergeMembers(param, given as Members));
    else if (place !== 'path' || !names.has(name)) others.push(given);
  }
  return [...params.values(), ...query.values(), ...others];
}

/** The parameters of other places, of which the table says nothing. */
const NONE_KNOWN = new Map<unknown, Members>();

/** Merges two objects deeply. Members of `over` win; `__proto__` is an ordinary member. */
function mergeMembers(under: Members, over: Members): Members {
  const members = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const before = members.get(name);
    members.set(name, isObject(before) && isObject(value) ? mergeMembers(before, value) : value);
  }
  return Object.fromEntries(members);
}
