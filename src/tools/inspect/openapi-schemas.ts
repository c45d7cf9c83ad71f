/** Writes the schemas of routes as parts of an OpenAPI document. */
import type { RouteSchemas, Schema } from 'waymark';
import { quote } from 'waymark/internal';
import { isObject } from '../shared/words.ts';

type Members = Readonly<Record<string, unknown>>;

/** A JSON Schema, and the parts that it refers to. */
interface Json {
  readonly root: Members;
  readonly parts: ReadonlyMap<string, unknown>;
}

/** What the schemas of a route say about its operations. */
export interface Described {
  /** `null` if the route has no schema for its body. */
  readonly requestBody: Members | null;
  readonly query: readonly Members[];
  /** The JSON Schemas of the params, by name. */
  readonly params: ReadonlyMap<unknown, unknown>;
  /** The schemas that have no JSON Schema, each with the reason. */
  readonly reasons: readonly string[];
}

/** A schema that says nothing. */
const ANYTHING: Json = { root: {}, parts: new Map() };

/** The JSON Schemas that the operations of a document refer to. */
export class Components {
  readonly schemas = new Map<string, unknown>();
  /** Each of them as its library wrote it, with all parts that it refers to. */
  private readonly texts = new Map<string, string>();

  describe(schemas: RouteSchemas): Described {
    const reasons: string[] = [];
    const read = (name: keyof RouteSchemas): Json | null => {
      const schema = schemas[name];
      if (schema === undefined) return null;
      const json = jsonOf(schema);
      if (typeof json !== 'string') return json;
      reasons.push(`its schema ${name} is not described: ${json}`);
      return ANYTHING;
    };
    const [body, query, params] = [read('body'), read('query'), read('params')];
    return {
      requestBody: body && {
        required: true,
        content: { 'application/json': { schema: this.write(body.root, body) } },
      },
      query: query === null ? [] : this.parametersOf(query),
      params: new Map(params === null ? [] : Object.entries(this.membersOf(params))),
      reasons,
    };
  }

  private parametersOf(json: Json): Members[] {
    const { required } = objectOf(json);
    return Object.entries(this.membersOf(json)).map(([name, schema]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      return { name, in: 'query', ...(isRequired && { required: true }), schema };
    });
  }

  private membersOf(json: Json): Members {
    const { properties } = objectOf(json);
    return isObject(properties) ? (this.write(properties, json) as Members) : {}; // the cast: an object stays one
  }

  /** Copies a part of a JSON Schema, whose references become those of the document. */
  private write(value: unknown, json: Json): unknown {
    if (Array.isArray(value)) return value.map((item) => this.write(item, json));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => {
      const part = name === '$ref' ? nameIn(member) : null;
      return [name, part === null ? this.write(member, json) : this.refTo(part, json)];
    });
    return Object.fromEntries(members);
  }

  /** Makes a part a component, and refers to it. Parts of the same name and content share one. */
  private refTo(part: string, json: Json): string {
    const text = JSON.stringify([...closureOf(part, json)].map((name) => json.parts.get(name)));
    const wanted = part.replace(/[^\w.-]/g, '_');
    let name = wanted;
    for (let count = 2; (this.texts.get(name) ?? text) !== text; count++) name = wanted + count;
    if (!this.texts.has(name)) {
      this.texts.set(name, text);
      this.schemas.set(name, {}); // in its place, before those that it refers to
      this.schemas.set(name, this.write(json.parts.get(part), json));
    }
    return `#/components/schemas/${name}`;
  }
}

/** The object that a JSON Schema is, or refers to. */
function objectOf({ root, parts }: Json): Members {
  const part = nameIn(root.$ref);
  const own = part === null ? root : parts.get(part);
  return isObject(own) ? own : {};
}

/** The part of a schema without a name that refers to itself. */
const ROOT = 'Schema';

/** The name of a part in a reference; `null` if it is none. */
function nameIn(ref: unknown): string | null {
  if (ref === '#') return ROOT;
  return typeof ref === 'string' && ref.startsWith('#/$defs/')
    ? ref.slice('#/$defs/'.length)
    : null;
}

/** A part and all parts that it refers to. */
function closureOf(part: string, json: Json, found = new Set<string>()): Set<string> {
  if (found.has(part)) return found;
  found.add(part);
  for (const ref of refsIn(json.parts.get(part))) {
    const name = nameIn(ref);
    if (name !== null) closureOf(name, json, found);
  }
  return found;
}

function refsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
}

/**
 * Asks a schema for the JSON Schema of what it accepts, as Standard JSON Schema has it
 * (https://standardschema.dev/json-schema).
 * @returns the reason if it has none
 */
function jsonOf(schema: Schema): Json | string {
  const { jsonSchema, vendor }: { jsonSchema?: unknown; vendor?: unknown } = schema['~standard'];
  const { input }: { input?: unknown } = Object(jsonSchema);
  if (typeof input !== 'function') {
    return `${vendor} gives it no JSON Schema; write meta.openapi, or a Standard JSON Schema`;
  }
  // What JSON Schema can't express accepts anything; this option is zod's.
  const options = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } };
  try {
    const { $schema: _, $defs = {}, ...root }: Record<string, unknown> = input(options);
    const parts = new Map([[ROOT, root], ...Object.entries(Object($defs))]);
    const json = { root, parts };
    const unknown = refsIn([root, $defs]).find(
      (ref) => String(ref).startsWith('#') && !parts.has(nameIn(ref) ?? ''),
    );
    return unknown === undefined ? json : `it refers to ${quote(String(unknown))}`;
  } catch (error) {
    return String(error);
  }
}
