/** The virtual modules that the bundler creates. */
declare module 'virtual:playground/completions' {
  import type { Completion } from '@codemirror/autocomplete';

  const completions: Record<'route' | 'options', readonly Completion[]>;
  export default completions;
}
/** The answers about the home page's route file. */
declare module 'virtual:playground/ahead' {
  const ahead: import('../answer.ts').Ahead;
  export default ahead;
}
/** The frame's document, or the text of a script. */
declare module 'virtual:playground/*' {
  const text: string;
  export default text;
}
