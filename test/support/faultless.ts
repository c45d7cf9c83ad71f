/** Tables without faults, about which the checker must be silent. */
import fc from 'fast-check';

const id = fc.constantFrom('(:num)', '(:any)', '([a-z]+)', '([A-Z]{2}[0-9]+)');
/** The rows of one resource. */
export const resource = (name: string) =>
  fc.record({ id, block: fc.boolean(), nested: fc.boolean(), bare: fc.boolean() }).map((made) => {
    const method = made.bare ? '' : 'GET ';
    const blocked = `${name}/login`;
    return [
      ...(made.block ? [[blocked, '']] : []),
      [`${method}${name}`, `${name}/index`],
      [`${method}${name}/new`, `${name}/create_new`],
      [`${method}${name}/${made.id}`, `${name}/show/$1`],
      [`POST ${name}`, `${name}/create`],
      ...(made.nested ? [[`${name}/${made.id}/items/(:num)`, `items/${name}/$1/$2`]] : []),
      [`${method}${name}/search/(.+)`, `${name}/search/$1`],
    ].filter(([key]) => !(made.bare && key === `POST ${name}`));
  });

/** An area with one POST-only action. */
const area = fc.record({ id, verb: fc.boolean() }).map(({ id, verb }) => [
  ...(verb
    ? [[`GET area/${id}/reset(?:/.*)?`, '']]
    : [
        [`POST area/${id}/reset`, '$1/admin/reset'],
        [`area/${id}/reset(?:/.*)?`, ''],
      ]),
  [`area/${id}/([a-z]+)/(:any)`, '$1/admin/$2/$3'],
  [`area/${id}/([a-z]+)`, '$1/admin/$2'],
  ['PUT reset/(:any)', '$1/admin/reset'],
]);

/** Resources, an area with a block, and sometimes a final row for every path. */
export const faultless = fc
  .tuple(fc.subarray(['photos', 'users', 'albums', 'tags'], { minLength: 1 }), fc.boolean())
  .chain(([names, last]) =>
    fc
      .tuple(area, ...names.map(resource))
      .map((rows) => [...rows.flat(), ...(last ? [['(.+)', 'pages/show/$1']] : [])]),
  )
  .map((rows): Record<string, string> => Object.fromEntries(rows));
