import { randomBytes } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import { listen } from "../http/http.ts";
import { assertUserMessage } from "../message/assert-message.ts";
import { createSimulatorApi } from "../api/simulator-api.ts";
import type { SentMessage, Simulator } from "../simulator.ts";
import type { WecomAppCredentials } from "./wire.ts";
import type { WecomFaults } from "./faults.ts";
import { push, say, type WecomPush } from "./say.ts";
import { createHandler } from "./server.ts";
import { createState, type WecomOptions } from "./state.ts";
import type { WecomFields } from "./wire.ts";

/** The types of the WeCom simulator. */
export interface WecomTypes {
  readonly credentials: WecomAppCredentials;
  readonly adapterOptions: { readonly apiBase: string };
  readonly push: WecomPush;
  readonly faults: WecomFaults;
}

/** A simulator of WeCom for one self-built app. */
export interface WecomSimulator extends Simulator<WecomTypes> {
  /**
   * Checks the callback as when the administrator saves its URL; false when it does not answer
   * with the decrypted text.
   */
  verifyCallback(): Promise<boolean>;
  /** Accepted messages that exceeded a member's limit, so that the member does not see them. */
  dropped(): readonly SentMessage[];
  /** The messages of people that the bot did not accept in four attempts. */
  lost(): readonly WecomFields[];
}

/** Starts a WeCom simulator on the loopback interface. */
export async function startWecom(options: WecomOptions = {}): Promise<WecomSimulator> {
  const state = createState(checked({ ...randomCredentials(), ...options.credentials }), options);
  if (options.callbackUrl !== undefined) state.callbacks.set(options.callbackUrl);
  const closing = new AbortController();
  const server = await listen(createHandler(state, closing.signal), options);
  const close = (): void => state.callbacks.close();

  return {
    ...createSimulatorApi<WecomTypes>({ state, server, closing, close }),
    adapterOptions: { apiBase: server.url },
    credentials: state.credentials,
    introduce: ({ id, name }) => void state.members.introduce(id, name),
    people: () => state.members.all(),
    say: async (message) =>
      say(state, assertUserMessage(message, ["caption", "quote"]), server.url),
    push: async (message) => push(state, message),
    setCallback: (url) => state.callbacks.set(url),
    verifyCallback: () => state.callbacks.verify(),
    dropped: () => state.dropped.slice(),
    lost: () => state.callbacks.lost,
    pending: () => state.callbacks.pending,
  };
}

/** Built at run time, so that no text in this repository looks like a real secret. */
function randomCredentials(): WecomAppCredentials {
  return {
    corp_id: `ww${randomBytes(8).toString("hex")}`,
    agent_id: "1000002",
    secret: randomBytes(32).toString("base64url"),
    token: randomBytes(12).toString("hex"),
    encoding_aes_key: randomBytes(32).toString("base64").slice(0, 43).replaceAll(/[+/]/g, "a"),
  };
}

function checked(credentials: WecomAppCredentials): WecomAppCredentials {
  const { agent_id: agent, token, encoding_aes_key: key } = credentials;
  if (/^\d+$/.test(agent) && /^[A-Za-z0-9]{1,32}$/.test(token) && /^[A-Za-z0-9]{43}$/.test(key)) {
    return credentials;
  }
  throw new SimulatorError(
    "INVALID_INPUT",
    "An agent_id is a whole number, a token has 1 to 32 letters or digits, an encoding_aes_key has 43.",
  );
}
