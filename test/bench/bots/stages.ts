/** Ours once more, telling when each message passes each stage: the dispatcher's own events. */
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { type BotEvent, createBotRuntime } from "@botwright/core";
import { echo } from "./echo.ts";
import { mark } from "./marks.ts";

const [apiBase = "", token = ""] = process.argv.slice(2);

const STAGES: ReadonlySet<string> = new Set(["message-accepted", "plugin-started"]);

function onEvent(event: BotEvent): void {
  if (STAGES.has(event.type)) mark(event.type);
  if (event.type === "host-call-begun" && event.operation === "bot.reply") mark("reply-begun");
}

const adapter = createTelegramAdapter({ token, apiBase });
await createBotRuntime({ adapter, plugins: [await echo()], onEvent }).start();
console.log("ready");
