/**
 * The resolver in its plainest form: every path is normalised, and every key is tried in order as a
 * regular expression. It defines what the tree has to answer, and shares no code with it.
 */
import { METHODS, type Resolution } from '../../src/index.ts';
import { cutQuery, normalisePath } from '../../src/path/normalise.ts';
import { BadPath } from '../../src/path/reason.ts';

interface OrderedRoute {
  readonly key: string;
  readonly method: string | null;
  readonly source: string;
  readonly expression: RegExp;
  readonly to: string;
}

/**
 * Makes the plain resolver of a table without handlers, whose keys are well-formed.
 *
 * @param table patterns to destinations; the references of a destination are `$1` to `$9`
 *
 * @example
 * createOrderedRouter({ 'a/(:num)': 'a/$1' }).resolve('GET', '/a/7');
 */
export function createOrderedRouter(table: Readonly<Record<string, string>>) {
  const { default_controller: home, '404_override': missing, ...patterns } = table;
  const routes = Object.entries(patterns).map(([key, to]): OrderedRoute => {
    const [, method, pattern] = /^(?:([A-Z]+) )?\/?(.*)$/s.exec(key) ?? [];
    const source = pattern.replaceAll(':any', '[^/]+').replaceAll(':num', '[0-9]+');
    return {
      key,
      method: method ?? null,
      source,
      expression: new RegExp(`^(?:${source})$`, 's'),
      to,
    };
  });
  const isRoot = ({ key }: OrderedRoute) => key.endsWith('/');
  const start = routes.filter(isRoot);
  const homeRoute = {
    key: 'default_controller',
    method: null,
    source: '',
    expression: /^$/,
    to: home,
  };
  const ordered = [
    ...start,
    ...(home ? [homeRoute] : []),
    ...routes.filter((route) => !isRoot(route)),
  ];

  const find = (method: string, path: string) =>
    ordered.find((route) => (route.method ?? method) === method && route.expression.test(path));

  return {
    resolve(method: string, target: string): Resolution {
      const path = normalisePath(cutQuery(target));
      if (path instanceof BadPath) return { status: 'bad-request', reason: path.reason };
      const route = find(method, path);
      if (route === undefined) {
        const allow = METHODS.filter((other) => (find(other, path)?.to ?? '') !== '');
        if (allow.length > 0) return { status: 'method-not-allowed', allow };
        return missing ? { status: 'not-found', destination: missing } : { status: 'not-found' };
      }
      if (route.to === '') return { status: 'blocked', route: route.key };
      const [, ...captures] = route.expression.exec(path) ?? [];
      const destination = route.source.includes('(')
        ? route.to.replace(/\$(\d)/g, (_, digit) => captures[Number(digit) - 1] ?? '')
        : route.to;
      const params = captures.map((capture) =>
        (capture ?? '').replaceAll('%2F', '/').replaceAll('%25', '%'),
      );
      return { status: 'found', route: route.key, destination, params };
    },
  };
}
