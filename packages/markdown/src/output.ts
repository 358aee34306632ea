import { isBlank, trimEnd } from "./characters.ts";
import { skipBlanks } from "./lines.ts";

/**
 * Stands in converted text where something was removed (an image, a comment), so that a line that
 * holds nothing else can be deleted. No result holds one of the input's: a text with a NUL is
 * converted again with it replaced.
 */
export const REMOVED = "\0";

/** Collects the lines of the result and decides how many blank lines stand between them. */
export class Output {
  #text = "";
  /** Blank lines since the last written or deleted line. */
  #blanks = 0;
  /** The longest run of blank lines before a deleted line, since the last written line. */
  #longest = 0;

  blank(): void {
    this.#blanks += 1;
  }

  /** A source line vanishes: of the blank runs around it the larger stays. */
  deleted(): void {
    if (this.#blanks > this.#longest) this.#longest = this.#blanks;
    this.#blanks = 0;
  }

  /**
   * Writes a line as it is; blank ones at the start of the text are dropped. Three or more blank
   * lines before it become one, except inside code (`all`).
   */
  verbatim(line: string, all = false): void {
    if (this.#text === "") {
      if (trimEnd(line) === "") return;
    } else {
      const blanks = this.#blanks > this.#longest ? this.#blanks : this.#longest;
      if (blanks === 0) this.#text += "\n";
      else if (blanks === 1) this.#text += "\n\n";
      else this.#text += "\n".repeat(blanks > 2 && !all ? 2 : blanks + 1);
    }
    this.#text += line;
    this.#blanks = 0;
    this.#longest = 0;
  }

  /** Writes a converted line behind `prefix`; one that was emptied is deleted. */
  line(prefix: string, line: string): void {
    const removed = line.includes(REMOVED);
    const kept = trimEnd(removed ? withoutRemoved(line) : line);
    if (kept !== "") this.verbatim(prefix === "" ? kept : prefix + kept);
    else this.marker(prefix, removed);
  }

  /** Writes converted text that may have several lines; `prefix` stands before the first. */
  lines(prefix: string, text: string): void {
    let from = 0;
    let lead = prefix;
    for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", from)) {
      this.line(lead, text.slice(from, feed));
      from = feed + 1;
      lead = "";
    }
    this.line(lead, text.slice(from));
  }

  /** Writes what is left of a line without text: its list marker, or nothing. */
  marker(prefix: string, removed = true): void {
    const kept = trimEnd(prefix);
    if (kept !== "") this.verbatim(kept);
    else if (removed) this.deleted();
    else this.blank();
  }

  /** The result, without blank lines at its end. */
  toString(): string {
    const text = this.#text;
    let end = text.length;
    while (end > 0 && (isBlank(text.charCodeAt(end - 1)) || text[end - 1] === "\n")) end -= 1;
    if (end === 0) return "";
    const feed = text.indexOf("\n", end);
    return feed === -1 ? text : text.slice(0, feed);
  }
}

/** Takes the {@link REMOVED} marks out of a line; of the spaces on both sides of one, one stays. */
export function withoutRemoved(line: string): string {
  let out = "";
  let from = 0;
  let spaced = true;
  for (;;) {
    const at = line.indexOf(REMOVED, from);
    if (at === -1) return out + line.slice(from);
    let piece = line.slice(from, at);
    from = at + 1;
    if (piece !== "") {
      const text = trimEnd(piece);
      spaced = text !== piece || (spaced && text === "");
      if (text !== "" && spaced && isBlank(line.charCodeAt(from))) piece = `${text} `;
      out += piece;
    }
    if (spaced) from = skipBlanks(line, from, line.length);
  }
}
