/** What the format thread is started with. */
export interface FormatData {
  /** One 32-bit word: 1 while the thread has to leave its core to others, see `createCoreYield`. */
  readonly yieldWord: SharedArrayBuffer;
}

/** The format thread's answer to each text. */
export interface Formatted {
  readonly text: string;
  /** Milliseconds for which formatting computed. */
  readonly ms: number;
}
