/**
 * Markdown to plain text, for chats that show no Markdown.
 *
 * The way of a text: `convert` (line endings, fast path) → `blocks` (line by line; `lines` knows the
 * markers, `tables` the rows) → `inline` (`emphasis`, `links`, `tags`, `entities`) → `output`.
 *
 * @module
 */
export { markdownToPlainText } from "./convert.ts";
