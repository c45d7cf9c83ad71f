/**
 * 2,287 destinations in generated trees of files, with the results of both PHP originals, run on
 * the same trees: `BF_Router` of Bonfire and `MX_Router` of the modular extensions. Rows on which
 * the two differ are left out.
 */
import { describe, expect, it } from 'vitest';
import { Controller, createLoader, runDestination } from '../../src/hmvc.ts';
import { createRouter, type SuppliedTable } from '../../src/index.ts';
import rows from '../fixtures/hmvc.json' with { type: 'json' };

interface Row {
  readonly files: readonly string[];
  readonly settings: SuppliedTable;
  readonly destination: string;
  readonly expected: {
    readonly file: string;
    readonly action: string;
    readonly args: readonly string[];
  } | null;
}

// The cast: TypeScript infers a union of thousands of types from the file.
const ROWS = rows as readonly Row[];

/** A file whose controller answers every action with the call that it received. */
function controllerOf(file: string) {
  return class extends Controller {
    _remap(action: string, args: readonly string[]) {
      return { file, action, args };
    }
  };
}

function loaderOf({ files, settings }: Row) {
  return createLoader(
    Object.fromEntries(files.map((file) => [file, async () => ({ default: controllerOf(file) })])),
    { settings: createRouter(settings).settings },
  );
}

const visit = {
  request: new Request('http://localhost/'),
  method: 'GET',
  route: null,
  params: [],
  added: {},
};

describe("the originals' answers", () => {
  it('are all there', () => {
    expect(ROWS).toHaveLength(2287);
    expect(ROWS.filter(({ expected }) => expected === null)).toHaveLength(665);
  });

  it('are those of the locator', () => {
    const wrong = ROWS.filter((row) => {
      const first = loaderOf(row).locate(row.destination);
      const found = first && { file: first.file.path, action: first.action, args: first.args };
      return JSON.stringify(found) !== JSON.stringify(withoutClass(row));
    });
    expect(wrong).toEqual([]);
  });

  it('are those of the dispatcher', async () => {
    const wrong: Row[] = [];
    for (const row of ROWS) {
      const outcome = await runDestination(loaderOf(row), row.destination, visit);
      const found = outcome?.value ?? null;
      if (JSON.stringify(found) !== JSON.stringify(withoutClass(row))) wrong.push(row);
    }
    expect(wrong).toEqual([]);
  });
});

function withoutClass({ expected }: Row) {
  return expected && { file: expected.file, action: expected.action, args: expected.args };
}
