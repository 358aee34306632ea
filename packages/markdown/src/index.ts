/**
 * Converts Markdown to plain text, for chats that do not render Markdown.
 *
 * A text passes through `convert` (line endings, fast path) → `blocks` (line by line; `lines` recognises
 * the markers, `tables` the rows) → `inline` (`emphasis`, `links`, `tags`, `entities`) → `output`.
 *
 * @module
 */
export { type ConversionOptions, markdownToPlainText } from "./convert.ts";
