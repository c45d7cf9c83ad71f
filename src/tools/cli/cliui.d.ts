/** The part of cliui that the command line uses; the package has no types of its own. */
declare module 'cliui' {
  interface Column {
    readonly text: string;
    /** Includes the padding. */
    readonly width: number;
    /** Top, right, bottom, left. */
    readonly padding: readonly [number, number, number, number];
  }
  interface Ui {
    /** Adds a row. */
    div(...columns: readonly Column[]): unknown;
    toString(): string;
  }
  export default function cliui(options: { readonly width: number }): Ui;
}
