import {
  AMPERSAND,
  ASTERISK,
  BACKSLASH,
  BACKTICK,
  BANG,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CARET,
  COLON,
  LESS,
  LINE_FEED,
  PAREN_OPEN,
  SPACE,
  TILDE,
  UNDERSCORE,
  isAsciiPunctuation,
} from "./characters.ts";
import { type Mark, type Run, pairRuns, runAt } from "./emphasis.ts";
import { entityAt } from "./entities.ts";
import { type Labels, footnoteLabelEnd, labelEnd, normaliseLabel, resourceEnd } from "./links.ts";
import { REMOVED } from "./output.ts";
import { TagFinder, autolinkEnd, bareUrlEnd } from "./tags.ts";

/** ASCII codes at which something may start or end. */
const special = new Uint8Array(128);
for (const char of "\\`*_~[]<&:") special[char.charCodeAt(0)] = 1;

/** What stands for a `<br>` in a table cell. */
export const CELL_BREAK = " ";

/** Removes the inline markers of a paragraph, heading or cell; `<br>` becomes `lineBreak`. */
export function inline(text: string, labels: Labels, lineBreak = "\n"): string {
  const length = text.length;
  let colon = -1;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127 || special[code] === 0 || code === BRACKET_CLOSE) continue;
    // A colon alone changes nothing, but the first marker may lie in the URL that it starts.
    if (code !== COLON)
      return new InlineScanner(text, labels, lineBreak).convert(colon < 0 ? at : colon);
    if (colon < 0) colon = at;
  }
  return text;
}

/** An open `[` or `![`. */
interface Bracket {
  /** Index of its mark, and number of marker runs before it. */
  marks: number;
  runs: number;
  mark: Mark;
  image: boolean;
  /** Whether another bracket opens inside, so that the content is no label. */
  nested: boolean;
}

class InlineScanner {
  readonly #text: string;
  readonly #labels: Labels;
  readonly #lineBreak: string;
  readonly #marks: Mark[] = [];
  readonly #runs: Run[] = [];
  readonly #brackets: Bracket[] = [];
  /** Links do not nest: brackets below this height can no longer become one. */
  #inactive = 0;
  /** Where the last backslash-escaped character stands. */
  #escaped = -1;
  #tags: TagFinder | undefined;
  /** Last start of a backtick run per length, known once the text was scanned to its end. */
  #backticks: Map<number, number> | undefined;

  constructor(text: string, labels: Labels, lineBreak: string) {
    this.#text = text;
    this.#labels = labels;
    this.#lineBreak = lineBreak;
  }

  convert(start: number): string {
    const text = this.#text;
    const length = text.length;
    let at = start;
    while (at < length) {
      const code = text.charCodeAt(at);
      at = code < 128 && special[code] === 1 ? this.#special(code, at) : at + 1;
    }
    if (this.#runs.length > 0) pairRuns(text, this.#runs, 0);
    return this.#apply();
  }

  #apply(): string {
    let out = "";
    let from = 0;
    for (const { start, end, text } of this.#marks) {
      if (start > from) out += this.#text.slice(from, start);
      out += text;
      from = end;
    }
    return from === 0 ? this.#text : out + this.#text.slice(from);
  }

  /** Handles the special character at `at` and returns where to go on. */
  #special(code: number, at: number): number {
    switch (code) {
      case ASTERISK:
      case UNDERSCORE:
      case TILDE:
        return this.#run(code, at);
      case BACKTICK:
        return this.#code(at);
      case BACKSLASH:
        return this.#escape(at);
      case BRACKET_OPEN:
        return this.#open(at);
      case BRACKET_CLOSE:
        return this.#close(at);
      case LESS:
        return this.#angle(at);
      case AMPERSAND: {
        const entity = entityAt(this.#text, at);
        return entity === undefined ? at + 1 : this.#replace(at, entity.end, entity.value);
      }
      default: {
        const end = bareUrlEnd(this.#text, at);
        return end === -1 ? at + 1 : end;
      }
    }
  }

  #replace(start: number, end: number, text: string): number {
    this.#marks.push({ start, end, text });
    return end;
  }

  #run(code: number, at: number): number {
    const end = runEnd(this.#text, at, code);
    const run = runAt(this.#text, at, end);
    if (run !== undefined) {
      this.#runs.push(run);
      this.#marks.push(run.mark);
    }
    return end;
  }

  #code(at: number): number {
    const start = runEnd(this.#text, at, BACKTICK);
    const close = this.#closingBackticks(start, start - at);
    if (close === -1) return start;
    let content = this.#text.slice(start, close);
    if (content.includes("\n")) content = content.replace(/\n[\t ]*/g, " ");
    if (this.#lineBreak === CELL_BREAK) content = content.replaceAll(String.raw`\|`, "|");
    const last = content.length - 1;
    if (
      content.charCodeAt(0) === SPACE &&
      content.charCodeAt(last) === SPACE &&
      /[^ ]/.test(content)
    ) {
      content = content.slice(1, last);
    }
    return this.#replace(at, close + start - at, content);
  }

  /** The start of the next backtick run of `size`, or -1. */
  #closingBackticks(from: number, size: number): number {
    const text = this.#text;
    if (this.#backticks !== undefined && (this.#backticks.get(size) ?? -1) < from) return -1;
    const seen = new Map<number, number>();
    let start = text.indexOf("`", from);
    while (start !== -1) {
      const end = runEnd(text, start, BACKTICK);
      if (end - start === size) return start;
      seen.set(end - start, start);
      start = text.indexOf("`", end);
    }
    this.#backticks ??= seen;
    return -1;
  }

  #escape(at: number): number {
    const next = this.#text.charCodeAt(at + 1);
    if (next === LINE_FEED) return this.#replace(at, at + 1, "");
    if (!isAsciiPunctuation(next)) return at + 1;
    this.#replace(at, at + 1, "");
    this.#escaped = at + 1;
    return at + 2;
  }

  #angle(at: number): number {
    const text = this.#text;
    const link = autolinkEnd(text, at);
    if (link !== -1) {
      this.#replace(at, at + 1, "");
      return this.#replace(link - 1, link, "");
    }
    this.#tags ??= new TagFinder(text);
    const end = this.#tags.end(at);
    if (end === -1) return at + 1;
    if (text.startsWith("<!--", at)) return this.#replace(at, end, REMOVED);
    if (isLineBreak(text.slice(at, Math.min(end, at + 16)))) {
      return this.#replace(at, end, this.#lineBreak);
    }
    return end;
  }

  #open(at: number): number {
    const text = this.#text;
    const { footnotes } = this.#labels;
    if (footnotes.size > 0 && text.charCodeAt(at + 1) === CARET) {
      const end = footnoteLabelEnd(text, at + 2);
      if (end !== -1 && footnotes.has(normaliseLabel(text.slice(at + 2, end)))) {
        this.#replace(at + 1, at + 2, "");
        return end + 1;
      }
    }
    const image = text.charCodeAt(at - 1) === BANG && this.#escaped !== at - 1;
    const mark = { start: at + 1, end: at + 1, text: "" };
    const outer = this.#brackets.at(-1);
    if (outer !== undefined) outer.nested = true;
    this.#brackets.push({
      marks: this.#marks.length,
      runs: this.#runs.length,
      mark,
      image,
      nested: false,
    });
    this.#marks.push(mark);
    return at + 1;
  }

  #close(at: number): number {
    const bracket = this.#brackets.pop();
    if (bracket === undefined) return at + 1;
    const height = this.#brackets.length;
    const inactive = height < this.#inactive;
    if (inactive) this.#inactive = height;
    if (inactive && !bracket.image) return at + 1;
    const end = this.#target(bracket, at);
    if (end === -1) return at + 1;
    if (bracket.image) {
      this.#marks.length = bracket.marks;
      this.#runs.length = bracket.runs;
      return this.#replace(bracket.mark.start - 2, end, REMOVED);
    }
    pairRuns(this.#text, this.#runs, bracket.runs);
    this.#runs.length = bracket.runs;
    this.#inactive = height;
    const empty = this.#text.slice(bracket.mark.end, at).trim() === "";
    bracket.mark.start -= 1;
    return this.#replace(at, end, empty ? REMOVED : "");
  }

  /** The end of the resource or reference behind the `]` at `at`, or -1 when it is no link. */
  #target(bracket: Bracket, at: number): number {
    const text = this.#text;
    const next = text.charCodeAt(at + 1);
    if (next === PAREN_OPEN) {
      const end = resourceEnd(text, at + 1);
      if (end !== -1) return end;
    }
    const { links } = this.#labels;
    if (links.size === 0) return -1;
    const defined = !bracket.nested && this.#defines(bracket.mark.end, at);
    if (next !== BRACKET_OPEN) return defined ? at + 1 : -1;
    if (text.charCodeAt(at + 2) === BRACKET_CLOSE) return defined ? at + 3 : -1;
    const end = labelEnd(text, at + 2);
    if (end === -1) return -1;
    return links.has(normaliseLabel(text.slice(at + 2, end))) ? end + 1 : -1;
  }

  #defines(start: number, end: number): boolean {
    return (
      end - start < 1000 && this.#labels.links.has(normaliseLabel(this.#text.slice(start, end)))
    );
  }
}

function runEnd(text: string, at: number, code: number): number {
  let end = at + 1;
  while (text.charCodeAt(end) === code) end += 1;
  return end;
}

function isLineBreak(tag: string): boolean {
  return /^<br[\t\n ]*\/?>$/i.test(tag);
}
