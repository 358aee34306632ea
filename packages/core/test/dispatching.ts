import {
  createBot,
  createDispatcher,
  definePlugin,
  type Dispatcher,
  type DispatcherOptions,
  type HandlerContext,
  type HandlerResult,
  type Plugin,
  type PluginMeta,
} from "@botwright/core";
import { type FakePlatform, fakePlatform } from "./messages.ts";

type Handle = (context: HandlerContext) => Promise<HandlerResult> | HandlerResult;

/** A plugin that runs a given function. */
export function plugin(slug: string, handler: Handle, meta: PluginMeta = {}): Plugin {
  return definePlugin({ meta: { ...meta, slug }, handler });
}

/** Wants nothing. */
export const pass: Handle = () => ({ handled: false });

/** A dispatcher on a fake platform, with what was sent and warned of. */
export function setUp(
  plugins: DispatcherOptions["plugins"],
  options: Partial<DispatcherOptions> = {},
): FakePlatform & { warnings: string[]; errors: string[]; dispatcher: Dispatcher } {
  const platform = fakePlatform({ files: { photo: new Uint8Array([1, 2, 3]) } });
  const warnings: string[] = [];
  const errors: string[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (message: string, fields = {}) => warnings.push(`${message} ${JSON.stringify(fields)}`),
    error: (message: string, fields = {}) => errors.push(`${message} ${JSON.stringify(fields)}`),
  };
  const bot = createBot(platform.adapter);
  return {
    ...platform,
    warnings,
    errors,
    dispatcher: createDispatcher({ plugins, bot, logger, ...options }),
  };
}
