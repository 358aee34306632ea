import {
  createBot,
  createMemoryStorage,
  type SingleHandlerContext,
  withUpdate,
} from "@botwright/core";
import { fakePlatform, textMessage } from "./messages.ts";

/** Creates a context of the single-platform variant on a fake WeChat; `sent` fills with what is sent. */
export function createSingleContext(): { context: SingleHandlerContext; sent: string[] } {
  const { adapter, sent } = fakePlatform({ platform: "wechat" });
  const msg = textMessage();
  const context: SingleHandlerContext = {
    bot: createBot(adapter, { variant: "single" }),
    msg,
    config: {},
    botDbId: 1,
    userId: 1,
    storage: withUpdate(createMemoryStorage().open(1, "plugin")),
    mediaBuffer: null,
    quotedMessage: null,
    messageId: msg.messageId,
  };
  return { context, sent };
}
