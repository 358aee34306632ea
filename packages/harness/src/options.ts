import type { Platform, Variant } from "@botwright/core";
import type { CallLimits } from "@botwright/sandbox";
import type { ModelScript } from "./fakes/model-script.ts";
import type { FakeCredentials } from "./fakes/credentials.ts";
import type { FetchRoutes } from "./fakes/fetch.ts";
import type { SearchScript } from "./fakes/search.ts";
import type { PluginInput } from "./load/load-plugin.ts";

/** Another plugin of the same bot. */
export interface ChainedPlugin {
  readonly plugin: PluginInput;
  /** Overrides the plugin's own; 0 to 1000, smaller runs first. */
  readonly priority?: number;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Options of `createHarness`. */
export interface HarnessOptions {
  /** Where the chat is. @default "telegram", in the single-platform variant "wechat" */
  platform?: Platform;
  /** @default "multi" */
  variant?: Variant;
  /**
   * `"host"` runs the plugin in this process, for stepping through it with a debugger. Its host calls are the
   * sandbox's, with their permissions and limits; there is no isolation, and no limit of what it computes.
   * @default "sandbox"
   */
  runIn?: "sandbox" | "host";
  /** Values of the plugin's settings, by the keys of its `config_schema`. @default those of its `config_schema` */
  config?: Readonly<Record<string, unknown>>;
  /** Overrides the plugin's own. */
  priority?: number;
  /** The other plugins that the bot has. @default none */
  others?: readonly (PluginInput | ChainedPlugin)[];
  /** What AI models there are, and what they answer; `"*"` is every other one. @default none */
  models?: Readonly<Record<string, ModelScript>>;
  /** Credits of the account: 100 are one USD. @default 1000 */
  credits?: number;
  /** Pictures a day that cost nothing. @default 0 */
  freeImagesPerDay?: number;
  /** What searches find. */
  search?: SearchScript;
  /** What the network answers. @default nothing: each fetch fails the test */
  fetch?: FetchRoutes;
  /** What `getPlatformCreds` returns. @default none configured */
  credentials?: FakeCredentials;
  /** The first time of the clock. @default 2026-01-05T09:00:00Z, a Monday */
  now?: Date | number | string;
  /** The seed of the plugins' randomness: the same seed gives the same run. @default 1 */
  seed?: number;
  /** Of one call. @default those of production */
  limits?: Partial<CallLimits>;
  /** @default 1 */
  botDbId?: number;
  /** The account that owns the bot. @default 1 */
  userId?: number;
}

/** The first time of a harness's clock, by default. */
export const DEFAULT_NOW: number = Date.UTC(2026, 0, 5, 9);

/** Credits of an account, by default. */
export const DEFAULT_CREDITS = 1000;
