import { expectTypeOf, test } from "vitest";
import type { Api } from "../src/api.ts";

/** Compiled by `pnpm typecheck`, and never run: it needs no API. */
function writeMisspeltCalls(api: Api): void {
  // @ts-expect-error -- Telegram calls it `reply_parameters`
  void api.call("sendMessage", { chat_id: 1, text: "hello", reply_parameter: { message_id: 1 } });
  // @ts-expect-error -- Telegram calls it `sendMessage`
  void api.call("sendText", { chat_id: 1, text: "hello" });
  // @ts-expect-error -- a call without its receiver
  void api.call("sendChatAction", { action: "typing" });
  // @ts-expect-error -- Telegram calls it `chat_id`
  void api.upload("sendPhoto", { chat: "1" }, new File([], "image.png"));
}

test("the compiler refuses methods and fields that the Bot API does not have", () => {
  expectTypeOf(writeMisspeltCalls).parameters.toEqualTypeOf<[Api]>();
});
