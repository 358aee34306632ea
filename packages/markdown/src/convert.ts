import { BlockScanner } from "./blocks.ts";
import { LINE_FEED, isBlank } from "./characters.ts";
import type { Labels } from "./links.ts";

/** Characters that may mark something wherever they stand, and those that are replaced. */
const marker = /[\0\r#&*<>[-`|~]/;
/** What a line may begin with when it is a list, a rule, an underline, a divider or indented. */
const lineStart = /[ \t:+=-]|\d{1,9}[.)]/y;

/** Whether conversion leaves the text as it is. May say no to be quick. */
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
    // Up to two blank lines stay, between paragraphs only.
    from = feed + 1;
    if (text.charCodeAt(from) === LINE_FEED && feed > 0) from += 1;
    if (text.charCodeAt(from) === LINE_FEED) from += 1;
    if (from === text.length || feed === 0 || text.charCodeAt(from) === LINE_FEED) return false;
  }
}

const none: Labels = { links: undefined, footnotes: undefined };

/**
 * Turns Markdown into plain text: markers go away, list markers become `•` and circled numbers,
 * links keep their text, and the lines of the source stay as they are. Never throws; time grows
 * linearly with the length. Run it once per text: it is not idempotent.
 *
 * @param source Markdown, or text without any.
 * @returns Plain text, without blank lines at its ends.
 * @example
 * ```ts
 * markdownToPlainText("**注意：**请看 [帮助](https://help.example)"); // "注意：请看 帮助"
 * ```
 */
export function markdownToPlainText(source: string): string {
  if (isPlain(source)) return source;
  let text = source;
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
  const scanner = new BlockScanner(text, none);
  const plain = scanner.convert();
  // Looking for NUL beforehand costs every text a twentieth of its time; hardly any has one.
  if (scanner.metNul) return markdownToPlainText(text.replaceAll("\0", "\uFFFD"));
  const { links, footnotes } = scanner.found;
  if (links === undefined && footnotes === undefined) return plain;
  // References may come before their definitions, so they need a second reading.
  return new BlockScanner(text, scanner.found).convert();
}
