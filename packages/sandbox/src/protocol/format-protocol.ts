/** The format thread's answer to each text. */
export interface Formatted {
  readonly text: string;
  /** Milliseconds that formatting took. */
  readonly ms: number;
}
