/** The editor's completions: calls of `Route`, their options, and placeholders. */
import known from 'virtual:playground/completions';
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

const PLACEHOLDERS: readonly Completion[] = [
  { label: '(:any)', info: 'One segment: any characters except a slash.' },
  { label: '(:num)', info: 'Digits.' },
  { label: '(:segment)', info: 'One segment, like (:any).' },
  { label: '(:alpha)', info: 'Letters from A to Z, of either case.' },
  { label: '(:alphanum)', info: 'Letters from A to Z and digits.' },
  { label: '(:hash)', info: 'One segment, like (:any).' },
];

/** The syntax nodes in which options are written, even incomplete ones. */
const OBJECTS = new Set([
  'ObjectExpression',
  'PropertyDefinition',
  'ObjectPattern',
  'PropertyName',
]);

/** Opens completions while typing, or on Ctrl+Space. */
export const completeRoutes: Extension = autocompletion({
  override: [complete],
  icons: false,
});

function complete(context: CompletionContext): CompletionResult | null {
  const { name } = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (name === 'String' || name === 'TemplateString') {
    return offer(context, /\(:?\w*/, PLACEHOLDERS, 'constant');
  }
  if (/Comment$/.test(name)) return null;
  return (
    offer(context, /\bRoute\.\w*/, known.route, 'method') ??
    (OBJECTS.has(name)
      ? offer(context, context.explicit ? /[{,]\s*\w*/ : /[{,]\s*\w+/, known.options, 'property')
      : null)
  );
}

/** Offers completions for the text before the cursor. */
function offer(
  context: CompletionContext,
  before: RegExp,
  completions: readonly Completion[],
  type: string,
): CompletionResult | null {
  const found = context.matchBefore(before);
  if (found === null) return null;
  const word = /\(?:?\w*$/.exec(found.text)?.[0] ?? '';
  const options = completions.map((each) => ({ ...each, type }));
  return { from: found.to - word.length, options, validFor: /^\(?:?\w*\)?$/ };
}
