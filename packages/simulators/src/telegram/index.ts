import { randomBytes } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import { listen } from "../http/http.ts";
import { assertUserMessage } from "../message/assert-message.ts";
import { createSimulatorApi } from "../api/simulator-api.ts";
import type { Simulator } from "../simulator.ts";
import { WireError } from "./answer.ts";
import type { TelegramFaults } from "./faults.ts";
import { methods } from "./methods.ts";
import { Params } from "./methods/params.ts";
import { OTHER_INSTANCE } from "./delivery/polling.ts";
import { push, receive, say, type TelegramPush } from "./say.ts";
import { createHandler } from "./server.ts";
import { createState, type TelegramOptions, type TelegramState } from "./state.ts";
import { applyWebhook } from "./methods/webhook-methods.ts";
import type { TelegramObject, TelegramUser } from "./wire.ts";

/** The types of the Telegram simulator. */
export interface TelegramTypes {
  readonly credentials: { readonly token: string };
  readonly adapterOptions: { readonly apiBase: string };
  readonly push: TelegramPush;
  readonly faults: TelegramFaults;
}

/** A simulator of the Telegram Bot API for one bot. */
export interface TelegramSimulator extends Simulator<TelegramTypes> {
  /** Makes a person known with all fields of Telegram's user object. */
  introduce(person: { readonly id: string; readonly name?: string } | TelegramUser): void;
  /** Sets the webhook as the bot would by setWebhook, with the secret for its header. */
  setCallback(url: string, options?: { readonly secret?: string }): void;
  /**
   * Queues an update of any kind unchanged, without its `update_id`.
   *
   * @returns the update id as text; empty when the bot's `allowed_updates` exclude the kind
   * @example
   * sim.receive("callback_query", { id: "1", data: "yes" });
   */
  receive(kind: string, body: TelegramObject): string;
}

/** Starts a Telegram simulator on the loopback interface. */
export async function startTelegram(options: TelegramOptions = {}): Promise<TelegramSimulator> {
  const state = createState(checkToken(options.token ?? randomToken()), options);
  const closing = new AbortController();
  state.webhook.onCall = (name, params) => {
    // The bot never learns the result, so a refusal is ignored.
    try {
      methods.get(name)?.(state, params, () => undefined);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
    }
  };
  const setCallback: TelegramSimulator["setCallback"] = (url, { secret = "" } = {}) => {
    try {
      applyWebhook(state, new Params({ fields: { url, secret_token: secret } }));
    } catch (cause) {
      throw new SimulatorError("INVALID_INPUT", `The callback was refused: ${String(cause)}`, {
        cause,
      });
    }
  };
  if (options.callbackUrl !== undefined) {
    setCallback(options.callbackUrl, { secret: options.callbackSecret ?? "" });
  }
  const server = await listen(createHandler(state, closing.signal), options);
  const close = (): void => {
    state.polling.close();
    state.webhook.clear();
  };
  const onFault = (name: keyof TelegramFaults): void => interruptPoll(state, name);

  return {
    ...createSimulatorApi<TelegramTypes>({ state, server, closing, close, onFault }),
    adapterOptions: { apiBase: server.url },
    credentials: { token: state.token },
    introduce: (person) => {
      if ("is_bot" in person) state.chats.add(person);
      else state.chats.introduce(person.id, person.name);
    },
    people: () => state.chats.people(),
    say: async (message) => say(state, assertUserMessage(message, ["transcription"])),
    push: async (message) => push(state, message),
    receive: (kind, body) => receive(state, kind, body),
    setCallback,
    pending: () => state.queue.size,
  };
}

/** Applies a new fault to a poll that is already held. */
function interruptPoll({ polling, faults }: TelegramState, name: keyof TelegramFaults): void {
  if (!polling.holds) return;
  if (name === "conflict" && faults.conflict.take("getupdates")) polling.interrupt(OTHER_INSTANCE);
  if (name === "revoked-credentials" && faults["revoked-credentials"].take("")) {
    polling.refuse(new WireError(401, "Unauthorized"));
  }
}

function checkToken(token: string): string {
  if (/^[1-9]\d{0,14}:[\w-]+$/.test(token)) return token;
  throw new SimulatorError(
    "INVALID_INPUT",
    "A Telegram token is <bot id>:<secret>: a number of up to 15 digits, a colon, and letters, digits, _ or -.",
  );
}

/** Built at run time, so that no text in this repository looks like a real token. */
function randomToken(): string {
  return `7000000001:${randomBytes(26).toString("base64url")}`;
}
