import { isBlank, trimEnd } from "./characters.ts";
import { skipBlanks } from "./blocks/lines.ts";

/**
 * Marks removed content (an image, a comment) in converted text, so that a line with nothing else can be
 * deleted. If the input contains NUL, it is converted again with NUL replaced, so that no result contains a
 * NUL of the input.
 */
export const REMOVED = "\0";

/**
 * Collects the lines of the result and decides how many blank lines separate them.
 *
 * Blank lines are counted and only written before the next line. When a line disappears (an image, a fence
 * marker), the blank lines before and after it would add up; the larger of the two runs is kept instead.
 */
export class Output {
  #text = "";
  /** Blank lines since the last written or deleted line. */
  #blanks = 0;
  /** The longest run of blank lines before a deleted line since the last written line. */
  #longest = 0;

  /** Records a blank source line. */
  blank(): void {
    this.#blanks += 1;
  }

  /** Records a source line that produces no output. */
  deleted(): void {
    if (this.#blanks > this.#longest) this.#longest = this.#blanks;
    this.#blanks = 0;
  }

  /**
   * Writes a line unchanged, and the blank lines before it: three or more become one, except inside code
   * (`all`). Blank lines at the start of the text are dropped.
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

  /** Writes a converted line behind `prefix`; deletes it if the conversion left nothing. */
  line(prefix: string, line: string): void {
    const removed = line.includes(REMOVED);
    const kept = trimEnd(removed ? withoutRemoved(line) : line);
    if (kept !== "") this.verbatim(prefix === "" ? kept : prefix + kept);
    else this.marker(prefix, removed);
  }

  /** Writes converted text of several lines; `prefix` precedes the first. */
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

  /** Writes a line without text: its list marker if there is one. */
  marker(prefix: string, removed = true): void {
    const kept = trimEnd(prefix);
    if (kept !== "") this.verbatim(kept);
    else if (removed) this.deleted();
    else this.blank();
  }

  /** The result without trailing blank lines. */
  toString(): string {
    const text = this.#text;
    let end = text.length;
    while (end > 0 && (isBlank(text.charCodeAt(end - 1)) || text[end - 1] === "\n")) end -= 1;
    if (end === 0) return "";
    const feed = text.indexOf("\n", end);
    return feed === -1 ? text : text.slice(0, feed);
  }
}

/** Removes the {@link REMOVED} marks of a line; of spaces on both sides of a mark one is kept. */
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
