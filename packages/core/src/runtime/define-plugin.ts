import type { HandlerContext } from "../types/context.ts";
import type { HandlerResult, Plugin } from "../ports/plugin.ts";
import type { PluginMeta } from "../types/plugin-meta.ts";
import { assertMeta, describeMetaIssue } from "../rules/meta/words.ts";
import { locateInCallersFile } from "../rules/errors/node-stack.ts";
import { invalidInput } from "../rules/validation/validation.ts";

/** The argument of {@link definePlugin}. */
export interface PluginDefinition {
  meta: PluginMeta & { slug: string };
  handler(context: HandlerContext): Promise<HandlerResult> | HandlerResult;
}

/**
 * Makes a trusted plugin from a function that runs in this process. Run code from strangers in
 * `@botwright/sandbox`.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path when `meta` or `handler` is wrong.
 * @example
 * const echo = definePlugin({
 *   meta: { slug: "echo", name: "Echo" },
 *   async handler({ bot, msg }) {
 *     await bot.reply(msg, msg.text);
 *     return { handled: true };
 *   },
 * });
 */
export function definePlugin(definition: PluginDefinition): Plugin {
  const meta = assertMeta(definition.meta);
  if (meta.slug === undefined)
    throw invalidInput(describeMetaIssue({ path: "$input.slug", expected: "string" }));
  if (typeof definition.handler !== "function") throw invalidInput("handler must be a function");
  return {
    meta: { ...meta, slug: meta.slug },
    handler: async (context) => definition.handler(context),
    locate: locateInCallersFile(),
  };
}
