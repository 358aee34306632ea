/** Feishu's own SDK, many long connections in one process. */
import { Client, EventDispatcher, WSClient } from "@larksuiteoapi/node-sdk";
import { holdBots } from "../many.ts";

const quiet = (): void => {};
const logger = { error: quiet, warn: quiet, info: quiet, debug: quiet, trace: quiet };

holdBots(async ({ baseUrl, credentials: { app_id: appId = "", app_secret: appSecret = "" } }) => {
  const binding = { appId, appSecret, domain: baseUrl, logger };
  const client = new Client(binding);
  const eventDispatcher = new EventDispatcher({ logger }).register({
    "im.message.receive_v1": async ({ message }) => {
      const { text }: { text: string } = JSON.parse(message.content);
      await client.im.v1.message.reply({
        path: { message_id: message.message_id },
        data: { msg_type: "text", content: JSON.stringify({ text: `echo ${text}` }) },
      });
    },
  });
  await new WSClient(binding).start({ eventDispatcher });
});
