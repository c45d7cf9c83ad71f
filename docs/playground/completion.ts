/** A completion in the editor. */
export interface Completion {
  readonly label: string;
  /** Text after the label, such as the parameters. */
  readonly detail: string;
  /** One sentence. */
  readonly info: string;
}
