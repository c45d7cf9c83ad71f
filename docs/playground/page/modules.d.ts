/** The virtual modules that the bundler creates. */
declare module 'virtual:playground/completions' {
  import type { Completion } from '@codemirror/autocomplete';

  const completions: Record<'route' | 'options', readonly Completion[]>;
  export default completions;
}
/** The frame's document, or the text of a script. */
declare module 'virtual:playground/*' {
  const text: string;
  export default text;
}
