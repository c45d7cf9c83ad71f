/** Checks that proved paths contain only the escapes of normal paths. */
import { Words } from 'refa';
import { expect, it } from 'vitest';
import { normalisePath } from '../../../src/path/normalise.ts';
import { Languages } from '../../../src/tools/inspect/automata/languages.ts';

const ESCAPES = Array.from({ length: 0x80 }, (_, code) =>
  [`%${code.toString(16).padStart(2, '0')}`].flatMap((text) => [text, text.toUpperCase()]),
).flat();

it('a path with an escape is proved if it is its own normal form', () => {
  const { normal } = new Languages();
  const proved = ESCAPES.filter((text) => normal.test(Words.fromStringToUTF16(`a${text}`)));
  expect(proved).toEqual(ESCAPES.filter((text) => normalisePath(`/a${text}`) === `/a${text}`));
  expect(proved).not.toEqual([]);
});
