/**
 * The rules of `@botwright/markdown` as a remark pipeline: remark and remark-gfm parse, strip-markdown
 * removes the markers, and a serializer restores the lines by their positions in the source.
 *
 * @module
 */
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import stripMarkdown from "strip-markdown";
import { keepUnknownEntities } from "./remark/entities.ts";
import { handlers } from "./remark/handlers.ts";
import { layOut } from "./remark/layout.ts";
import { serialize } from "./remark/serialize.ts";

/** Constructs without use in chat: HTML blocks are read like the text around them. */
const disabled = { disable: { null: ["htmlFlow"] } };

/**
 * Converts Markdown to plain text by the same rules as the main entry, on remark's parser. Slower by two
 * orders of magnitude, super-linear, and able to overflow the stack on deep nesting: for trusted or short
 * texts only.
 *
 * @param markdown Markdown or plain text.
 * @returns Plain text, without blank lines at its ends.
 * @throws {RangeError} When blocks nest too deeply for the parser.
 * @example
 * ```ts
 * markdownToPlainText("**注意：**请看 [帮助](https://help.example)"); // "注意：请看 帮助"
 * ```
 */
export function markdownToPlainText(markdown: string): string {
  const source = markdown.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
  const parser = remark()
    .data("micromarkExtensions", [cjkFriendlyExtension(), disabled])
    .data("fromMarkdownExtensions", [keepUnknownEntities])
    .use(remarkGfm, { singleTilde: false });
  const tree = parser.parse(source);
  const layout = layOut(tree, source);
  const stripper = remark().use(stripMarkdown, { keep: ["tableCell"], remove: handlers(layout) });
  return serialize(stripper.runSync(tree), layout);
}
