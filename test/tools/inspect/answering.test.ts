/** Checks that the checker picks the same file and action as the dispatcher. */
import { describe, expect, it } from 'vitest';
import { Controller, type Files } from '../../../src/hmvc.ts';
import type { SuppliedTable } from '../../../src/index.ts';
import { check } from '../../../src/tools/inspect.ts';

const of = (value: unknown) => async () => ({ default: value });

class Home extends Controller {
  index() {}
}

class Login extends Controller {
  index() {}
  login() {}
}

/** A class with an action of its own name. */
class Same extends Controller {
  index() {}
  a() {}
}

class Remapped extends Controller {
  _remap() {}
}

async function kinds(table: SuppliedTable, files: Files, autoRoute = false): Promise<string[]> {
  return (await check(table, { files, autoRoute })).map(({ kind }) => kind);
}

const HOME = { default_controller: 'welcome' };
const MODULE = 'application/modules/welcome/controllers/welcome.ts';

describe('one file that a destination leads to in two places', () => {
  it.each<[string, SuppliedTable, string, boolean?]>([
    ['a default controller in the module of its name', HOME, MODULE],
    ['a row to such a module', { ...HOME, hello: 'welcome' }, MODULE],
    ['a captured name of such a module', { ...HOME, 'x/(welcome)': '$1' }, MODULE],
    ['autoRoute', HOME, MODULE, true],
    [
      'a default controller in the folder of its name',
      { ...HOME, hello: 'welcome/welcome' },
      'application/controllers/welcome/welcome.ts',
    ],
  ])('is not ambiguous: %s', async (_, table, file, autoRoute) => {
    const found = await kinds(table, { [file]: of(Home) }, autoRoute);
    expect(found).not.toContain('ambiguous-destination');
  });

  it('is without findings in a modular application', async () => {
    expect(await kinds(HOME, { [MODULE]: of(Home) })).toEqual([]);
    expect(await kinds({ hello: 'welcome', ...HOME }, { [MODULE]: of(Home) })).toEqual([]);
  });
});

describe('an action whose destinations other files answer', () => {
  const SHADOWED = 'application/controllers/photos.ts';
  const ACTIONS = `The actions 'index' and 'login' of '${SHADOWED}' are`;
  const module = (value: unknown): Files => ({
    'application/modules/photos/controllers/photos.ts': of(value),
    [SHADOWED]: of(Login),
  });

  it.each<[string, SuppliedTable, Files, string, boolean?]>([
    [
      'the index of a module of the same name',
      { 'x/(a/a)': '$1' },
      { 'application/modules/a/controllers/a.ts': of(Same) },
      "The action 'a' of 'application/modules/a/controllers/a.ts' is",
    ],
    ['a file of a module', { 'x/(.*)': 'photos/$1', y: 'photos' }, module(Login), ACTIONS],
    ['a file of a module, by autoRoute', {}, module(Login), ACTIONS, true],
    ['a class of a module with a _remap', { 'x/(.+)': 'photos/$1' }, module(Remapped), ACTIONS],
    [
      'a file of a module, of a class that answers to any action',
      { 'x/(.*)': 'photos/$1', y: 'photos/users' },
      { ...module(Remapped), [SHADOWED]: of(Remapped) },
      `The actions of '${SHADOWED}' are`,
    ],
  ])('is reached by no route: %s', async (_, table, files, start, autoRoute = false) => {
    const findings = await check(table, { files, autoRoute });
    const unreached = findings.filter(({ kind }) => kind === 'unreached-action');
    expect(unreached.map(({ level }) => level)).toEqual(['warning']);
    expect(unreached[0].message.startsWith(`${start} reached by no route`)).toBe(true);
    expect(findings.filter(({ kind }) => kind === 'unproved')).toEqual([]);
  });

  it.each<[string, SuppliedTable, Files]>([
    ['only the other file lacks it', { 'x/(.*)': 'photos/$1', y: 'photos' }, module(Home)],
    [
      'arguments lead past the other file',
      { default_controller: 'home', 'x/(.+)': '$1', y: 'admin/home' },
      {
        'application/modules/admin/controllers/home.ts': of(Home),
        'application/modules/admin/controllers/admin.ts': of(Home),
      },
    ],
  ])('is reached if %s', async (_, table, files) => {
    const findings = await check(table, { files });
    const unreached = findings.filter(({ kind }) => kind === 'unreached-action');
    expect(unreached.filter(({ message }) => message.includes("'login'"))).toEqual([]);
    expect(findings.filter(({ kind }) => kind === 'unproved')).toEqual([]);
  });
});
