/** Recognises the router of the modular extensions (HMVC), which is a file of the application. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import parser from 'php-parser';
import { readPhp } from '../load/php-file.ts';

/** The file of the router. */
export const EXTENSION = 'third_party/MX/Router.php';

/**
 * The digests of the versions that find actions as waymark's lookup does: 5.4, 5.5, and 5.5 with
 * three public corrections for PHP 8, which has no string in `null`.
 */
const KNOWN: ReadonlySet<string> = new Set([
  '86ee95224062b681',
  'dfc45da9f5478310',
  'cb39aa0b8c20aceb',
  'd2c81f3181fce2c8',
  'e300266a4ef59190',
]);

/** Comments, white space and visibility, which change nothing. */
const IGNORED =
  /^T_(?:COMMENT|DOC_COMMENT|WHITESPACE|OPEN_TAG|CLOSE_TAG|INLINE_HTML|PUBLIC|PROTECTED|PRIVATE)$/;

/** The digest of a file's tokens, whatever their case, without those that change nothing. */
export function digestOf(php: string): string {
  const { Engine } = parser;
  // The cast: the parser's types leave out that a token may be its text alone.
  const tokens = new Engine({}).tokenGetAll(php) as readonly (string | readonly [string, string])[];
  const texts = tokens.map((token) => {
    const [kind, text] = typeof token === 'string' ? ['', token] : token;
    return IGNORED.test(kind) ? '' : text.trim();
  });
  const code = texts.filter((text) => text !== '').join(' ');
  return createHash('sha256').update(code.toLowerCase()).digest('hex').slice(0, 16);
}

/** Says that the router of an application's modular extensions is unknown, if it is. */
export function unknownExtension(folder: string, cwd: string, known = KNOWN): string[] {
  const file = join(folder, EXTENSION);
  if (!existsSync(file) || isKnown(file, cwd, known)) return [];
  return [
    `${EXTENSION}: how it finds actions, since it is not the router of version 5.4 or 5.5. Any row may lead elsewhere in PHP: compare each page with PHP's before you port it`,
  ];
}

function isKnown(file: string, cwd: string, known: ReadonlySet<string>): boolean {
  try {
    return known.has(digestOf(readPhp(file, cwd).toString()));
  } catch {
    // It can't be read, or isn't PHP.
    return false;
  }
}
