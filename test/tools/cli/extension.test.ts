/** Recognises the router of the modular extensions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestOf, unknownExtension } from '../../../src/tools/cli/application/extension.ts';

const ROUTER = `<?php (defined('BASEPATH')) OR exit('No direct access');
class MX_Router extends CI_Router {
  private $located = 0;
  public function locate($segments) { return "$segments[0] // $this->located"; }
}`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-extension-'));
  mkdirSync(join(folder, 'third_party/MX'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const isKnown = (php: string) => {
  writeFileSync(join(folder, 'third_party/MX/Router.php'), php);
  return unknownExtension(folder, folder, new Set([digestOf(ROUTER)])).length === 0;
};

it.each([
  ['the same file', ROUTER],
  ['other line breaks', ROUTER.replaceAll('\n', '\r\n')],
  ['comments', `${ROUTER.replace('class', '/** The router. */ class')} // the end`],
  ['another indentation and an end tag', `${ROUTER.replaceAll('\n', '\n\t')} ?>\n`],
  ['another visibility', ROUTER.replace('private', 'protected')],
  ['another case of words', ROUTER.replace('OR exit', 'or EXIT')],
])('a known router may differ in %s', (_what, php) => expect(isKnown(php)).toBe(true));

it.each([
  ['a number', ROUTER.replace('= 0', '= 1')],
  ['a text that looks like a comment', ROUTER.replace('// $', '// and $')],
  ['another parent', ROUTER.replace('CI_Router', 'Lang_Router')],
  ['a further statement', ROUTER.replace('return', '$segments = array(); return')],
  ['every token, since it is empty', ''],
  ['a control character', ROUTER.replace('class', '\x01 class')],
])('a router is unknown that differs in %s', (_what, php) => expect(isKnown(php)).toBe(false));

it('a router that is a folder is unknown', () => {
  const own = join(folder, 'own');
  mkdirSync(join(own, 'third_party/MX/Router.php'), { recursive: true });
  expect(unknownExtension(own, folder)).toHaveLength(1);
});

it('an application without one has nothing unknown', () => {
  expect(unknownExtension(join(folder, 'elsewhere'), folder)).toEqual([]);
});
