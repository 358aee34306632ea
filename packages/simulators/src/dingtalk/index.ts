import { BOT_NAME } from "../message/bot-name.ts";
import { SimulatorError } from "../errors.ts";
import { listen } from "../http/http.ts";
import { assertUserMessage } from "../message/assert-message.ts";
import { createSimulatorApi } from "../api/simulator-api.ts";
import type { MessageIds, Simulator } from "../simulator.ts";
import { Callback } from "./delivery/callback.ts";
import type { DingtalkFaults } from "./faults.ts";
import { push, receive, say, type DingtalkPush } from "./say.ts";
import { createHandler } from "./server.ts";
import { createState, type DingtalkOptions, personOf } from "./state.ts";
import { Stream } from "./delivery/stream.ts";
import type { DingtalkFrame, DingtalkObject } from "./wire.ts";

/** The types of the DingTalk simulator. */
export interface DingtalkTypes {
  readonly credentials: {
    readonly app_key: string;
    readonly app_secret: string;
    readonly robot_code: string;
  };
  readonly adapterOptions: {
    readonly apiBase: string;
    readonly oapiBase: string;
    readonly botName: string;
  };
  readonly push: DingtalkPush;
  readonly faults: DingtalkFaults;
}

/** A simulator of DingTalk for one robot of an organisation: both APIs, Stream mode and HTTP mode. */
export interface DingtalkSimulator extends Simulator<DingtalkTypes> {
  /** Switches the robot to HTTP mode; an empty address switches back to Stream mode. */
  setCallback(url: string): void;
  /** Pushes a message body unchanged. */
  receive(body: DingtalkObject): MessageIds;
  /** Sends any frame to all sockets of the robot. */
  broadcast(frame: Omit<DingtalkFrame, "specVersion">): void;
  /** Secrets that the platform has issued so far: access tokens and sessions. */
  secrets(): readonly string[];
}

/** Starts a DingTalk simulator on the loopback interface. */
export async function startDingtalk(options: DingtalkOptions = {}): Promise<DingtalkSimulator> {
  if (options.aesKey !== undefined && !/^[A-Za-z0-9+/]{43}$/.test(options.aesKey)) {
    throw new SimulatorError("INVALID_INPUT", "aesKey must be 43 characters of Base64.");
  }
  const state = createState(options);
  const closing = new AbortController();
  const stream = await Stream.start(state);
  let callback: Callback | undefined;
  const setCallback = (url: string): void => {
    callback?.close();
    callback = url === "" ? undefined : new Callback(state, url);
    if (url === "") stream.carry();
  };
  if (options.callbackUrl !== undefined) setCallback(options.callbackUrl);
  const server = await listen(createHandler(state, stream, closing.signal), options);
  state.baseUrl = server.url;
  const close = (): Promise<void> => {
    state.delivery.close();
    callback?.close();
    return stream.close();
  };
  // These faults take effect immediately.
  const onFault = (name: keyof DingtalkFaults): void => {
    if (name === "disconnect" && state.faults.disconnect.take("")) stream.disconnect();
    if (name === "silent-socket" && state.faults["silent-socket"].take("")) stream.silence();
    if (name === "cut-socket" && state.faults["cut-socket"].take("")) stream.cut();
  };

  return {
    ...createSimulatorApi<DingtalkTypes>({ state, server, closing, close, onFault }),
    adapterOptions: { apiBase: server.url, oapiBase: server.url, botName: BOT_NAME },
    credentials: {
      app_key: state.appKey,
      app_secret: state.appSecret,
      robot_code: state.robotCode,
    },
    introduce: ({ id, name }) => void personOf(state, id, name),
    people: () => Array.from(state.people.values(), ({ id, name }) => ({ id, name })),
    say: async (message) => say(state, assertUserMessage(message, ["caption"])),
    push: async (message) => push(state, message),
    receive: (body) => receive(state, body),
    broadcast: (frame) => stream.broadcast(frame),
    secrets: () => [state.appSecret, ...state.tokens.keys(), ...state.sessions.keys()],
    setCallback,
    pending: () => state.delivery.size,
  };
}
