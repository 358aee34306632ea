import { BlockScanner } from "./blocks/blocks.ts";
import { LINE_FEED, isBlank } from "./characters.ts";
import type { Labels } from "./inline/links.ts";
import { createStep, type Step } from "./steps.ts";

/** Characters that may be a marker at any position, and characters that are always replaced. */
const marker = /[\0\r#&*<>[-`|~]/;
/** Line starts that may be a list, a rule, an underline, a table divider or an indent. */
const lineStart = /[ \t:+=-]|\d{1,9}[.)]/y;

/**
 * Whether the text certainly contains no Markdown, so that it can be returned unchanged. May return false
 * for plain text: then the full conversion runs and changes nothing.
 */
function isPlain(text: string): boolean {
  if (marker.test(text)) return false;
  let from = 0;
  for (;;) {
    const code = text.charCodeAt(from);
    if (code < 62) {
      lineStart.lastIndex = from;
      if (lineStart.test(text)) return false;
    }
    const feed = text.indexOf("\n", from);
    if (isBlank(text.charCodeAt((feed === -1 ? text.length : feed) - 1))) return false;
    if (feed === -1) return true;
    // Up to two blank lines between paragraphs are kept.
    from = feed + 1;
    if (text.charCodeAt(from) === LINE_FEED && feed > 0) from += 1;
    if (text.charCodeAt(from) === LINE_FEED) from += 1;
    if (from === text.length || feed === 0 || text.charCodeAt(from) === LINE_FEED) return false;
  }
}

const none: Labels = { links: undefined, footnotes: undefined };

/** Options of {@link markdownToPlainText}. */
export interface ConversionOptions {
  /**
   * Called several times per millisecond of a conversion that takes that long, so that a background thread
   * can yield its core to others. An error that it throws ends the conversion.
   */
  readonly onSteps?: () => void;
}

/**
 * Converts Markdown to plain text: removes markers, replaces list markers by `•` and circled numbers, keeps
 * the text of links, and keeps the lines of the source. Never throws; time grows linearly with the length.
 * Run it once per text: it is not idempotent.
 *
 * @param source Markdown or plain text.
 * @param options callbacks during the conversion
 * @returns Plain text, without blank lines at its ends.
 * @example
 * ```ts
 * markdownToPlainText("**注意：**请看 [帮助](https://help.example)"); // "注意：请看 帮助"
 * ```
 */
export function markdownToPlainText(source: string, options?: ConversionOptions): string {
  if (isPlain(source)) return source;
  return convert(source, createStep(options?.onSteps));
}

function convert(source: string, step: Step): string {
  let text = source;
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
  let scanner = new BlockScanner(text, none, step);
  let plain = scanner.convert();
  const { links, footnotes } = scanner.found;
  // A link may precede its definition, so a text with definitions is converted twice.
  if (!scanner.metNul && (links !== undefined || footnotes !== undefined)) {
    scanner = new BlockScanner(text, scanner.found, step);
    plain = scanner.convert();
  }
  // NUL marks removed content during the conversion ({@link REMOVED}). Searching for NUL in every text
  // would cost 5 % of the time, so the scanner reports one when it meets it, and the text is converted
  // again with NUL replaced. The second conversion may find one that the first has removed: once the
  // definitions are known, the address of a link can be text.
  return scanner.metNul ? convert(text.replaceAll("\0", "\uFFFD"), step) : plain;
}
