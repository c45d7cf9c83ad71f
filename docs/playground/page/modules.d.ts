/** The virtual modules that the bundler creates. */
declare module 'virtual:playground/frame' {
  const html: string;
  export default html;
}
declare module 'virtual:playground/worker' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/full' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/requests' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/lookup' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/proofs' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/php' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/types' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/send' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/tools' {
  const script: string;
  export default script;
}
declare module 'virtual:playground/completions' {
  import type { Completion } from '../completion.ts';

  const completions: {
    readonly route: readonly Completion[];
    readonly options: readonly Completion[];
  };
  export default completions;
}
