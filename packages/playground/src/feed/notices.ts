import type { LocalizedText } from "@botwright/core";

/** A message over the open pages, such as "plugin reloaded". */
export interface PageNotice {
  /** A `"done"` disappears after some seconds; an `"error"` stays until the next notice, or until it is closed. */
  readonly kind: "done" | "error";
  /** May have several lines. */
  readonly text: string | LocalizedText;
}

/** The notices so far. */
export class Notices {
  readonly #all: PageNotice[] = [];

  add({ kind, text }: PageNotice): void {
    this.#all.push({ kind, text });
  }

  /** The position at which a new stream starts: at the last notice if it is an error, otherwise at the end. */
  get start(): number {
    return this.#all.at(-1)?.kind === "error" ? this.#all.length - 1 : this.#all.length;
  }

  /** The notices from this position on. */
  since(position: number): readonly PageNotice[] {
    return this.#all.slice(position);
  }
}
