/** The text of compiled tables, and parts that a program does without. */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { withRouter } from '../../../src/compiled/compiled-router.ts';
import { loadRouter } from '../../../src/compiled/load.ts';
import { writeCompiledTable } from '../../../src/compiled/write.ts';
import { createFetchHandler, Route } from '../../../src/compiled.ts';
import { handlerOf } from '../../../src/fetch/answer.ts';
import { readBase } from '../../../src/fetch/base.ts';
import { Route as RealRoute } from '../../../src/index.ts';
import { compileModule, recordingModules } from '../../../src/tools/cli/compile/module.ts';
import { tablesText } from '../../../src/tools/cli/compile/write.ts';
import { compilePlain } from '../../support/compiled.ts';
import { build, forgetCalls } from '../../support/in-bundle.ts';
import { folderOf } from './run.ts';

forgetCalls();

it.each(['é\u2028ü', "it's \\ </script>", '\u{1f600}'])(
  'is ASCII, and read as it was: %j',
  (text) => {
    const table = { ...compilePlain({ a: text }), hash: '', checks: [], isNamed: false };
    const code = tablesText({ tables: [table], results: [] });
    expect(code).toMatch(/^[\x20-\x7e]+$/);
    expect(code).not.toContain('</script');
    expect(new Function(`return ${code}`)()).toEqual({ tables: [table], results: [] });
  },
);

const schema = {
  '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) },
} as const;

it.each<[what: string, define: () => void, parts: string[]]>([
  ['strings alone', () => RealRoute.get('a', 'b'), []],
  ['a name', () => RealRoute.get('a', 'b', { as: 'a' }), ['urls', 'findNames']],
  ['an ambiguous pattern', () => RealRoute.get('(:any)-(:any)', 'b'), ['machine']],
  ['a schema', () => RealRoute.post('a', { body: schema }, () => 1), ['readInputs']],
])('has the code that %s needs, and no other', (_, define, parts) => {
  const compiled = compilePlain(RealRoute.collect(define));
  const table = { ...compiled, hash: '', checks: [], isNamed: false };
  const read = new Function(`return ${tablesText({ tables: [table], results: [] })}`)();
  const { tables: _tables, results: _results, ...code } = read;
  expect(Object.keys(code)).toEqual(parts);
  for (const part of Object.values(code)) expect(part).toBeTypeOf('function');
});

it('has no URLs for a table without names', () => {
  const router = loadRouter(compilePlain({}), [], {});
  const application = withRouter(
    { router },
    { where: 'x', routes: {}, onMissing: 'answer', base: readBase('x') },
  );
  const url = application.url as (name: string) => string;
  expect(() => url('a')).toThrow("context.url('a'): no route has this name");
});

it('fails a request whose schemas nothing reads, and does not call its handler', async () => {
  const handler = vi.fn();
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const table = RealRoute.collect(() => RealRoute.get('a', { query: schema }, handler));
  const compiled = writeCompiledTable(table, {}, (value) =>
    [handler, schema].indexOf(value as never),
  );
  const router = loadRouter(compiled, [handler, schema], {});
  const answer = handlerOf(
    withRouter({ router }, { where: 'x', routes: {}, onMissing: 'answer', base: readBase('x') }),
  );
  expect((await answer(new Request('http://localhost/a'))).status).toBe(500);
  expect(handler).not.toHaveBeenCalled();
  log.mockRestore();
});

it('answers requests of the build with URLs and with what schemas give', async () => {
  const schema = {
    '~standard': { version: 1, vendor: 'test', validate: () => ({ value: 7 }) },
  } as const;
  const program = () =>
    createFetchHandler({
      base: '/shop',
      routes: Route.collect(() =>
        Route.get('a/(:num)', { as: 'a', query: schema }, ({ url, query }) =>
          url('a', [Number(query)]),
        ),
      ),
    });
  const response = await (await build(program))(new Request('http://localhost/shop/a/1'));
  expect(await response.text()).toBe('/shop/a/7');
});

it('finds this copy of the package for a file that has none', async () => {
  const folder = folderOf({
    'app.ts': "import { createRouter } from 'waymark';\ncreateRouter({ a: '' });",
  });
  const file = join(folder, 'app.ts');
  expect(recordingModules(file).waymark).toMatch(/dist.compiled\.js$/);
  const module = { file, cwd: folder, isChecked: false, isUnbundled: false };
  expect((await compileModule(module)).tables).toHaveLength(1);
});
