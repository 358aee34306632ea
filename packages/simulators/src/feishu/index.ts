import { SimulatorError } from "../errors.ts";
import { listen } from "../http/http.ts";
import { assertUserMessage } from "../message/assert-message.ts";
import { createSimulatorApi } from "../api/simulator-api.ts";
import { isLoopback } from "../http/callback-client.ts";
import type { Simulator } from "../simulator.ts";
import { CallbackDelivery } from "./delivery/callback.ts";
import type { FeishuFaults } from "./faults.ts";
import { type FeishuPush, push, say } from "./say.ts";
import { createHandler } from "./server.ts";
import { LongConnections } from "./delivery/socket.ts";
import { createState, type FeishuOptions } from "./state.ts";
import type { ClientConfig } from "./wire.ts";

/** The types of the Feishu simulator. */
export interface FeishuTypes {
  readonly credentials: { readonly app_id: string; readonly app_secret: string };
  readonly adapterOptions: { readonly apiBase: string };
  readonly push: FeishuPush;
  readonly faults: FeishuFaults;
}

/** A simulator of the Feishu Open Platform for one app. */
export interface FeishuSimulator extends Simulator<FeishuTypes> {
  /** The secrets of deliveries by HTTP; an empty `encryptKey` means no encryption. */
  readonly callbackSecrets: { readonly encryptKey: string; readonly verificationToken: string };
  /** The bot's open_id, by which people mention it. */
  readonly botOpenId: string;
  /** How many long connections are open. */
  connections(): number;
  /** Cuts all long connections. */
  disconnect(): void;
  /** Changes the client configuration, which long connections get with the next pong. */
  setClientConfig(config: Partial<ClientConfig>): void;
  /** Recalls a message: it can no longer be read or answered. */
  recall(messageId: string): void;
}

/** Starts a Feishu simulator on the loopback interface. */
export async function startFeishu(options: FeishuOptions = {}): Promise<FeishuSimulator> {
  const state = createState(options);
  if (!/^cli_[0-9a-fA-F]{16}$/.test(state.appId)) {
    throw new SimulatorError("INVALID_INPUT", "A Feishu app id is cli_ and 16 hex digits.");
  }
  const { queue, faults, verificationToken, encryptKey } = state;
  const closing = new AbortController();
  const sockets = await LongConnections.open({
    queue,
    faults,
    config: () => state.config,
    redeliveryMs: options.redeliveryMs ?? 3000,
    exactAcks: options.exactAcks ?? false,
  });
  let callback: CallbackDelivery | undefined;
  queue.use(sockets);
  const setCallback = (url: string): void => {
    if (!URL.canParse(url) || !isLoopback(new URL(url))) {
      throw new SimulatorError("INVALID_INPUT", "A callback must be an address of this machine.");
    }
    void callback?.close();
    callback = new CallbackDelivery(url, {
      queue,
      faults,
      encryptKey,
      verificationToken,
      retryMs: options.callbackRetryMs ?? 15_000,
      now: state.now,
    });
    queue.use(callback);
  };
  if (options.callbackUrl !== undefined) setCallback(options.callbackUrl);
  const server = await listen(createHandler(state, sockets, closing.signal), options);
  const close = (): Promise<unknown> => {
    queue.close();
    return Promise.all([sockets.close(), callback?.close()]);
  };

  return {
    ...createSimulatorApi<FeishuTypes>({ state, server, closing, close }),
    adapterOptions: { apiBase: server.url },
    credentials: { app_id: state.appId, app_secret: state.appSecret },
    callbackSecrets: { encryptKey, verificationToken },
    botOpenId: state.bot.openId,
    introduce: ({ id, name }) => void state.chats.person(id, name),
    people: () => state.chats.people(),
    say: async (message) => say(state, assertUserMessage(message, ["caption", "transcription"])),
    push: async (message) => push(state, message),
    setCallback,
    connections: () => sockets.count,
    disconnect: () => sockets.disconnect(),
    setClientConfig: (config) => void (state.config = { ...state.config, ...config }),
    recall: (messageId) => {
      const kept = state.chats.message(messageId);
      if (kept === undefined) {
        throw new SimulatorError("INVALID_INPUT", `There is no message "${messageId}".`);
      }
      kept.recalled = true;
    },
    pending: () => queue.size,
  };
}
