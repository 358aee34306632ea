import { BlockScanner } from "./blocks.ts";
import type { Labels } from "./links.ts";

/**
 * Matches any text that conversion may change: a marker character anywhere, a line that begins with
 * a blank or with what can be a list, a rule or an underline, three blank lines, or a blank end.
 */
const markdown =
  /[\\`*_~[\]<>&#|\0\r]|^(?:[ \t\n+=-]|\d{1,9}[.)])|\n(?:[ \t:+=-]|\d{1,9}[.)]|\n\n\n)|[ \t](?:\n|$)|\n$/;

const none: Labels = { links: new Set(), footnotes: new Set() };

/**
 * Turns Markdown into plain text: markers go away, list markers become `•` and circled numbers,
 * links keep their text, and the lines of the source stay as they are. Never throws; time grows
 * linearly with the length. Run it once per text: it is not idempotent.
 *
 * @param markdown Markdown, or text without any.
 * @returns Plain text, without blank lines at its ends.
 * @example
 * ```ts
 * markdownToPlainText("**注意：**请看 [帮助](https://help.example)"); // "注意：请看 帮助"
 * ```
 */
export function markdownToPlainText(source: string): string {
  if (!markdown.test(source)) return source;
  let text = source;
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
  if (text.includes("\0")) text = text.replaceAll("\0", "\uFFFD");
  const scanner = new BlockScanner(text, none);
  const plain = scanner.convert();
  const { links, footnotes } = scanner.found;
  if (links.size === 0 && footnotes.size === 0) return plain;
  // References may come before their definitions, so they need a second reading.
  return new BlockScanner(text, scanner.found).convert();
}
