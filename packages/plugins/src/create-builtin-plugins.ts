import { definePlugin, type Plugin } from "@botwright/core";
import * as aiChat from "./ai-chat.ts";
import * as autoGreeting from "./auto-greeting.ts";
import * as botMenu from "./bot-menu.ts";
import * as idiomChain from "./idiom-chain.ts";
import * as keywordReply from "./keyword-reply.ts";
import * as messageFilter from "./message-filter.ts";
import { type HostFetch, openRecordedGlobals } from "./recorded-globals.ts";
import * as twentyFour from "./twenty-four.ts";
import * as webhookForward from "./webhook-forward.ts";

/** Options of {@link createBuiltinPlugins}. */
export interface BuiltinPluginsOptions {
  /** Performs the requests of webhook-forward, to addresses that owners choose: a guarded one. */
  readonly fetch: HostFetch;
}

/**
 * Makes the built-in plugins, to run in this process, in the order of their priorities.
 *
 * @example
 * const builtin = createBuiltinPlugins({ fetch: createGuardedFetch() });
 * const runtime = createBotRuntime({ adapter, plugins: builtin });
 */
export function createBuiltinPlugins({ fetch }: BuiltinPluginsOptions): readonly Plugin[] {
  return [
    definePlugin(botMenu),
    definePlugin(messageFilter),
    definePlugin(keywordReply),
    definePlugin(autoGreeting),
    {
      ...definePlugin(webhookForward),
      handler: async (context, call) =>
        webhookForward.forward(context, await openRecordedGlobals(fetch, call)),
    },
    definePlugin(idiomChain),
    definePlugin(twentyFour),
    definePlugin(aiChat),
  ];
}
