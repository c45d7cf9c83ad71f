/** One completion of the editor. */
export interface Completion {
  readonly label: string;
  /** Behind the label, such as its parameters. */
  readonly detail: string;
  /** One sentence. */
  readonly info: string;
}
