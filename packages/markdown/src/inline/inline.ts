import {
  AMPERSAND,
  ASTERISK,
  BACKSLASH,
  BACKTICK,
  BANG,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CARET,
  LESS,
  LINE_FEED,
  PAREN_OPEN,
  TILDE,
  UNDERSCORE,
  isAsciiPunctuation,
  isBlank,
} from "../characters.ts";
import { BacktickFinder, codeContent } from "./code-spans.ts";
import { type Mark, type Run, pairRuns, runAt } from "./emphasis.ts";
import { entityAt } from "./entities.ts";
import {
  type Labels,
  ResourceFinder,
  footnoteLabelEnd,
  labelEnd,
  normaliseLabel,
} from "./links.ts";
import { runEnd } from "../blocks/lines.ts";
import { nextSpecial } from "./special.ts";
import type { Step } from "../steps.ts";
import { REMOVED } from "../output.ts";
import { TagFinder, autolinkEnd, bareUrlEnd, skipSpace } from "./tags.ts";

/** An open `[` or `![`. */
interface Bracket {
  /** Number of marks and of marker runs before it. */
  marks: number;
  runs: number;
  mark: Mark;
  image: boolean;
  /** Whether it contains another bracket; its content is then no label. */
  nested: boolean;
}

/**
 * The inline phase: removes the inline markers of a paragraph, heading or table cell.
 *
 * One pass over the special characters collects *marks*, replacements in ascending order: deletions of
 * markers, texts of entities, removed images. Emphasis runs are marks too, with an empty range until
 * `pairRuns` pairs them at the end of a link or of the text. `#apply` then copies the text between the
 * marks. One scanner serves all texts of a conversion, to reuse its arrays.
 *
 * Precedence follows from the order of the pass: constructs without inner markers (code spans, autolinks,
 * tags, bare URLs, entities) are skipped as a whole, so that no marker in them is ever seen. Brackets are
 * decided at their `]`, and emphasis last.
 *
 * Linear time: the pass never moves backwards. A search ahead has a bounded length (labels, entities), or
 * stops at one of the next characters that could start the same construct (`<`, a number of `(`), or is
 * made by a finder that remembers its failures (backticks, tags, titles).
 *
 * Longer than other files: every construct reads and moves the one position of the pass.
 */
export class InlineScanner {
  readonly #labels: Labels;
  readonly #step: Step;
  #text = "";
  #indent: string | undefined;
  // The arrays are reused for every text; the counts tell how much of them is in use.
  readonly #marks: Mark[] = [];
  #markCount = 0;
  readonly #runs: Run[] = [];
  #runCount = 0;
  readonly #brackets: Bracket[] = [];
  #bracketCount = 0;
  /** Links do not nest: brackets below this index can no longer become links. */
  #inactive = 0;
  /** Position of the last backslash-escaped character. */
  #escaped = -1;
  // Searches that remember their failures; created per text, when first needed.
  #tags: TagFinder | undefined;
  #resources: ResourceFinder | undefined;
  #backticks: BacktickFinder | undefined;
  /** Whether any text contained a NUL, which must be replaced before the conversion. */
  metNul = false;
  /** Whether the last result may contain additional lines, removed content or trailing blanks. */
  uneven = false;

  constructor(labels: Labels, step: Step) {
    this.#labels = labels;
    this.#step = step;
  }

  /**
   * Converts `text`. `indent` precedes the text after a `<br>`; undefined means a table cell, which has no
   * lines.
   */
  convert(text: string, indent: string | undefined): string {
    this.uneven = false;
    this.#step();
    // A text without special characters is returned without a copy.
    const first = nextSpecial(text, 0);
    if (first === -1) return text;
    this.#text = text;
    this.#indent = indent;
    return this.#scan(first);
  }

  /** Searches a text for NUL that is copied without being scanned. */
  lookForNul(text: string): void {
    if (text.includes("\0")) this.metNul = true;
  }

  /** Scans the text for special characters, starting at the first one, and builds the result. */
  #scan(from: number): string {
    this.#markCount = 0;
    this.#runCount = 0;
    this.#bracketCount = 0;
    this.#inactive = 0;
    this.#escaped = -1;
    this.#tags = undefined;
    this.#resources = undefined;
    this.#backticks = undefined;
    const text = this.#text;
    for (let at = from; at !== -1;) {
      at = nextSpecial(text, this.#special(text.charCodeAt(at), at));
      this.#step();
    }
    // Runs inside of links were paired at the link's end; these are the others.
    if (this.#runCount > 1) pairRuns(text, this.#runs, 0, this.#runCount, this.#step);
    return this.#apply();
  }

  /**
   * Builds the result from the text between the marks. Marks that are still empty belong to runs and
   * brackets that turned out to be text, and are skipped.
   */
  #apply(): string {
    const source = this.#text;
    const marks = this.#marks;
    let out = "";
    let from = 0;
    for (let at = 0; at < this.#markCount; at += 1) {
      const mark = marks[at];
      if (mark === undefined) break;
      this.#step();
      const { start, end, text } = mark;
      if (start === end) continue;
      if (start > from) out += source.slice(from, start);
      if (text !== "") out += text;
      from = end;
    }
    if (from === 0) return source;
    return from < source.length ? out + source.slice(from) : out;
  }

  /** Processes the special character at `at`; returns the position to continue from. */
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
        if (entity === undefined) return at + 1;
        if (/\s/.test(entity.value)) this.uneven = true;
        return this.#replace(at, entity.end, entity.value);
      }
      // The input's own NUL would be mistaken for the mark of removed content.
      case 0:
        this.metNul = true;
        return at + 1;
      default: {
        // A colon: of a bare URL, or of ordinary text.
        const end = bareUrlEnd(this.#text, at);
        return end === -1 ? at + 1 : end;
      }
    }
  }

  /** Replaces a range and returns its end. */
  #replace(start: number, end: number, text: string): number {
    this.#mark({ start, end, text });
    return end;
  }

  #mark(mark: Mark): void {
    this.#marks[this.#markCount] = mark;
    this.#markCount += 1;
  }

  /** Removes a range and leaves a mark, so that a line without other content can be deleted. */
  #remove(start: number, end: number): number {
    this.uneven = true;
    return this.#replace(start, end, REMOVED);
  }

  /** Records a run of emphasis markers, to be paired later. */
  #run(code: number, at: number): number {
    const end = runEnd(this.#text, at, this.#text.length, code);
    const run = runAt(this.#text, code, at, end);
    if (run !== undefined) {
      this.#runs[this.#runCount] = run;
      this.#runCount += 1;
      this.#mark(run);
    }
    return end;
  }

  /** A backtick run starts a code span if an equal run follows; otherwise it is text. */
  #code(at: number): number {
    const text = this.#text;
    const start = runEnd(text, at, text.length, BACKTICK);
    this.#backticks ??= new BacktickFinder(text);
    // Without a partner the whole run is text: `at + 1` would find a shorter run inside of it.
    const close = this.#backticks.next(start, start - at);
    if (close === -1) return start;
    const content = codeContent(text.slice(start, close), this.#indent === undefined);
    this.lookForNul(content);
    if (isBlank(content.charCodeAt(content.length - 1))) this.uneven = true;
    return this.#replace(at, close + start - at, content);
  }

  /** A backslash before punctuation makes it literal; before a line break it is dropped. */
  #escape(at: number): number {
    const next = this.#text.charCodeAt(at + 1);
    // A hard line break: the line feed itself remains.
    if (next === LINE_FEED) return this.#replace(at, at + 1, "");
    if (!isAsciiPunctuation(next)) return at + 1;
    this.#replace(at, at + 1, "");
    this.#escaped = at + 1;
    return at + 2;
  }

  /** `<` starts an autolink, an HTML tag, a comment or nothing. Tags other than `<br>` stay as they are. */
  #angle(at: number): number {
    const text = this.#text;
    // Only the angle brackets are removed. The URL between them is skipped, so that its `_` are no markers.
    const link = autolinkEnd(text, at);
    if (link !== -1) {
      this.#replace(at, at + 1, "");
      return this.#replace(link - 1, link, "");
    }
    this.#tags ??= new TagFinder(text);
    const end = this.#tags.end(at);
    if (end === -1) return at + 1;
    if (text.startsWith("<!--", at)) return this.#remove(at, end);
    if (isLineBreak(text.slice(at, Math.min(end, at + 16)))) {
      this.uneven = true;
      return this.#replace(at, end, this.#indent === undefined ? " " : `\n${this.#indent}`);
    }
    this.lookForNul(text.slice(at, end));
    return end;
  }

  /**
   * `[` may start a link, an image or a footnote reference. Its mark deletes nothing until the matching `]`
   * turns out to end a link.
   */
  #open(at: number): number {
    const text = this.#text;
    const { footnotes } = this.#labels;
    if (footnotes !== undefined && text.charCodeAt(at + 1) === CARET) {
      const end = footnoteLabelEnd(text, at + 2);
      if (end !== -1 && footnotes.has(normaliseLabel(text.slice(at + 2, end)))) {
        this.#replace(at + 1, at + 2, "");
        return end + 1;
      }
    }
    // In `\![a](b)` the `!` is a character and `[a](b)` a link.
    const image = text.charCodeAt(at - 1) === BANG && this.#escaped !== at - 1;
    const mark = { start: at + 1, end: at + 1, text: "" };
    const outer = this.#bracketCount > 0 ? this.#brackets[this.#bracketCount - 1] : undefined;
    // Marking only the next outer bracket is enough: that one marked its own outer bracket when it was
    // opened.
    if (outer !== undefined) outer.nested = true;
    const marks = this.#markCount;
    const runs = this.#runCount;
    this.#brackets[this.#bracketCount] = { marks, runs, mark, image, nested: false };
    this.#bracketCount += 1;
    this.#mark(mark);
    return at + 1;
  }

  /**
   * `]` ends the innermost open bracket. If a target follows, the bracket becomes a link, whose text
   * remains, or an image, which is removed with all marks inside it.
   *
   * The bracket's counts are the heights of the mark and run stacks when it was opened. An image cuts both
   * back to them. A link pairs the runs above its height and removes them from the stack: emphasis cannot
   * start inside a link and end outside of it.
   */
  #close(at: number): number {
    const height = this.#bracketCount - 1;
    const bracket = height < 0 ? undefined : this.#brackets[height];
    if (bracket === undefined) return at + 1;
    this.#bracketCount = height;
    // A link makes the brackets around it text, except those of images. `#inactive` is their number; it
    // shrinks with the stack, so that a bracket that is opened later at the same height is not affected.
    const inactive = height < this.#inactive;
    if (inactive) this.#inactive = height;
    if (inactive && !bracket.image) return at + 1;
    const end = this.#target(bracket, at);
    if (end === -1) return at + 1;
    if (bracket.image) {
      this.#markCount = bracket.marks;
      this.#runCount = bracket.runs;
      return this.#remove(bracket.mark.start - 2, end);
    }
    if (this.#runCount > bracket.runs) {
      pairRuns(this.#text, this.#runs, bracket.runs, this.#runCount, this.#step);
      this.#runCount = bracket.runs;
    }
    this.#inactive = height;
    const empty = skipSpace(this.#text, bracket.mark.end) === at;
    if (isBlank(this.#text.charCodeAt(at - 1))) this.uneven = true;
    // Gives the mark that was reserved at `[` its range: now the `[` is deleted.
    bracket.mark.start -= 1;
    return empty ? this.#remove(at, end) : this.#replace(at, end, "");
  }

  /**
   * The end of the link target behind the `]` at `at`, or -1 when none follows: a resource `(url "title")`,
   * a full reference `[label]`, a collapsed one `[]`, or a shortcut.
   */
  #target(bracket: Bracket, at: number): number {
    const text = this.#text;
    const next = text.charCodeAt(at + 1);
    if (next === PAREN_OPEN) {
      this.#resources ??= new ResourceFinder(text);
      const end = this.#resources.end(at + 1);
      if (end !== -1) return end;
    }
    const { links } = this.#labels;
    if (links === undefined) return -1;
    const defined = !bracket.nested && this.#defines(links, bracket.mark.end, at);
    if (next !== BRACKET_OPEN) return defined ? at + 1 : -1;
    if (text.charCodeAt(at + 2) === BRACKET_CLOSE) return defined ? at + 3 : -1;
    const end = labelEnd(text, at + 2);
    if (end === -1) return -1;
    return links.has(normaliseLabel(text.slice(at + 2, end))) ? end + 1 : -1;
  }

  /** Whether the text between two positions is a defined label. Labels have at most 999 characters. */
  #defines(links: Set<string>, start: number, end: number): boolean {
    return end - start < 1000 && links.has(normaliseLabel(this.#text.slice(start, end)));
  }
}

/** Whether the tag is a line break, in any of its forms. */
function isLineBreak(tag: string): boolean {
  return /^<br[\t\n ]*\/?>$/i.test(tag);
}
