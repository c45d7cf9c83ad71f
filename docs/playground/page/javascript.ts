/** JavaScript and TypeScript support for the editor. */
import {
  continuedIndent,
  delimitedIndent,
  indentNodeProp,
  LanguageSupport,
  LRLanguage,
} from '@codemirror/language';
import { parser } from '@lezer/javascript';

/** Returns the language without the completions that `@codemirror/lang-javascript` would load. */
export function javascript(): LanguageSupport {
  return new LanguageSupport(language);
}

const language = LRLanguage.define({
  name: 'typescript',
  parser: parser.configure({
    dialect: 'ts',
    props: [
      indentNodeProp.add({
        Block: delimitedIndent({ closing: '}' }),
        ArrowFunction: (context) => context.baseIndent + context.unit,
        'TemplateString BlockComment': () => null,
        'Statement Property': continuedIndent({ except: /^\s*\{/ }),
      }),
    ],
  }),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    indentOnInput: /^\s*[)}\]]$/,
  },
});
