/** DingTalk's own SDK, many Stream connections in one process; answers go by the session, as its guide has it. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { DWClient } from "dingtalk-stream";
import { type Binding, holdBots } from "../many.ts";

const TOPIC = "/v1.0/im/bot/messages/get";

/** The SDK's addresses are constants: its HTTP client is redirected to the robot's platform. */
const platforms = new Map<string, string>();
const sdk = createRequire(import.meta.url).resolve("dingtalk-stream");
const commonJs = pathToFileURL(createRequire(sdk).resolve("axios"));
// The one that the SDK itself imports.
const { default: axios } = await import(new URL("../../index.js", commonJs).href);
axios.interceptors.request.use((config: { url: string; data?: unknown }) => {
  const text = config.url + JSON.stringify(config.data ?? "");
  const [, url = ""] = [...platforms].find(([key]) => text.includes(key)) ?? [];
  return { ...config, url: config.url.replace(/^https:\/\/o?api\.dingtalk\.com/, url) };
});

holdBots(async ({ baseUrl, credentials }: Binding) => {
  const { app_key: clientId = "", app_secret: clientSecret = "" } = credentials;
  platforms.set(clientId, baseUrl);
  const client = new DWClient({ clientId, clientSecret });
  client.registerCallbackListener(TOPIC, ({ data, headers }) => {
    client.socketCallBackResponse(headers.messageId, null);
    const { sessionWebhook, text } = JSON.parse(data);
    const answer = { msgtype: "text", text: { content: `echo ${text.content}` } };
    void axios.post(sessionWebhook, answer);
  });
  await client.connect();
});
