import { BOT_NAME } from "../message/bot-name.ts";
import { SimulatorError } from "../errors.ts";
import { listen } from "../http/http.ts";
import { assertUserMessage } from "../message/assert-message.ts";
import { createSimulatorApi } from "../api/simulator-api.ts";
import type { Simulator } from "../simulator.ts";
import type { WechatFaults } from "./faults.ts";
import type { ScanOptions, WechatSession } from "./login.ts";
import { push, say, type WechatPush } from "./say.ts";
import { createHandler } from "./server.ts";
import { createState, introduce, type WechatOptions } from "./state.ts";
import type { WechatMedia } from "./wire.ts";

/** The types of the WeChat simulator. */
export interface WechatTypes {
  /** None, because a bot logs in by a QR code: see {@link WechatSimulator.scan}. */
  readonly credentials: { readonly [name: string]: never };
  readonly adapterOptions: {
    readonly apiBase: string;
    readonly cdnBase: string;
    /** The simulator does not throttle messages. */
    readonly sendSpacingMs: 0;
    readonly botName: string;
    /** Simulates the owner's phone: each code is scanned and confirmed at once. */
    readonly login: { readonly onQr: () => void; readonly onScanned: () => void };
  };
  readonly push: WechatPush;
  readonly faults: WechatFaults;
}

/** A simulator of Tencent's iLink bot API with its CDN, and of the bot owner's phone. */
export interface WechatSimulator extends Simulator<WechatTypes> {
  /** Base URL of the CDN, without a slash at the end. */
  readonly cdnBaseUrl: string;
  /** The URL at which a redirected login continues; not available on a shared address. */
  readonly redirectUrl: string;
  /** The id of the person who owns the phone. */
  readonly ownerId: string;
  /** Scans the newest QR code. @throws SimulatorError `INVALID_INPUT` when no code was requested */
  scan(options?: ScanOptions): void;
  /** Confirms the login on the phone; an earlier session ends. */
  confirm(): WechatSession;
  /** Lets the newest QR code expire. */
  expire(): void;
  /** Stores an unencrypted file in the CDN, for a picture without a key in `push`. */
  storePlain(bytes: Uint8Array): { readonly media: WechatMedia };
  /** Creates a new session without scanning a code; an earlier session ends. */
  bind(): WechatSession;
}

/** Starts a WeChat simulator on the loopback interface. */
export async function startWechat(options: WechatOptions = {}): Promise<WechatSimulator> {
  const state = createState(options);
  const closing = new AbortController();
  const server = await listen(createHandler(state, closing.signal), options);
  state.baseUrl = server.url;
  // The same server under another host name, which shows that a client has followed the redirect.
  const redirectHost = `localhost:${new URL(server.url).port}`;
  state.login.redirectHost = redirectHost;
  // Ends a held poll, so that the fault applies to it too.
  const onFault = (name: keyof WechatFaults): void => {
    if (name === "revoked-credentials") state.queue.release();
  };
  return {
    ...createSimulatorApi<WechatTypes>({ state, server, closing, onFault }),
    cdnBaseUrl: `${server.url}/c2c`,
    redirectUrl: `http://${redirectHost}`,
    credentials: {},
    adapterOptions: {
      apiBase: server.url,
      cdnBase: `${server.url}/c2c`,
      sendSpacingMs: 0,
      botName: BOT_NAME,
      login: {
        onQr: () => state.login.scan({}),
        onScanned: () => void state.login.confirm(),
      },
    },
    ownerId: state.ownerId,
    scan: (how = {}) => state.login.scan(how),
    confirm: () => state.login.confirm(),
    expire: () => state.login.expire(),
    bind: () => state.login.bind(),
    storePlain(bytes) {
      const { param } = state.cdn.store(bytes, { encrypted: false });
      return { media: { encrypt_query_param: param } };
    },
    // A bot may write to any known id; the name is never sent to it.
    introduce: ({ id, name }) => introduce(state, id, name),
    people: () => Array.from(state.people, ([id, name]) => ({ id, name })),
    say: async (message) => say(state, assertUserMessage(message)),
    push: async (message) => push(state, message),
    setCallback() {
      throw new SimulatorError("INVALID_INPUT", "WeChat has no callbacks: the bot polls.");
    },
    pending: () => state.queue.pending,
  };
}
