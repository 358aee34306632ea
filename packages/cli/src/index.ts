/**
 * For authors of plugins: the types of a plugin file, and the test kit. With the comment `@param
 * {import("botwright").Context} ctx` above the handler, editors complete the context's members.
 *
 * @module
 */

// The types of a plugin file, for `@param` and `@type` in comments.
export type {
  HandlerResult as Result,
  PluginContext as Context,
  PluginMeta as Meta,
} from "@botwright/core";

// The test kit: everything of `@botwright/harness`.
export * from "@botwright/harness";

declare global {
  /** Converts Markdown as `bot.reply` does with its text. A global that the sandbox provides. */
  function markdownToPlainText(markdown: string): string;
}
