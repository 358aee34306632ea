/** A word to whoever looks at the page, such as "plugin reloaded". */
export interface PageNotice {
  /** A `"done"` passes by; an `"error"` stays until the next notice, or until it is put away. */
  readonly kind: "done" | "error";
  /** May have several lines. */
  readonly text: string;
}

/** The notices so far. */
export class Notices {
  readonly #all: PageNotice[] = [];

  add({ kind, text }: PageNotice): void {
    this.#all.push({ kind, text });
  }

  /** Where somebody begins who comes now: what is over is over, but an error still stands. */
  get start(): number {
    return this.#all.at(-1)?.kind === "error" ? this.#all.length - 1 : this.#all.length;
  }

  /** What came from this place on. */
  since(place: number): readonly PageNotice[] {
    return this.#all.slice(place);
  }
}
