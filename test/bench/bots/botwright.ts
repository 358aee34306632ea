/** Ours: the echo is a stranger's plugin in the sandbox; each message once, each chat in order. */
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createBotRuntime } from "@botwright/core";
import { echo } from "./echo.ts";

const [apiBase = "", token = ""] = process.argv.slice(2);

const adapter = createTelegramAdapter({ token, apiBase });
await createBotRuntime({ adapter, plugins: [await echo()] }).start();
console.log("ready");
