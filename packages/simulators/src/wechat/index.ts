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
  /** None: a bot logs in by a QR code, see {@link WechatSimulator.scan}. */
  readonly credentials: { readonly [name: string]: never };
  readonly adapterOptions: {
    readonly apiBase: string;
    readonly cdnBase: string;
    /** The simulator does not mind messages that follow one another at once. */
    readonly sendSpacingMs: 0;
    readonly botName: string;
    /** Plays the owner's phone: each code is scanned and confirmed at once. */
    readonly login: { readonly onQr: () => void; readonly onScanned: () => void };
  };
  readonly push: WechatPush;
  readonly faults: WechatFaults;
}

/** Tencent's iLink bot API with its CDN, and the phone of the bot's owner. */
export interface WechatSimulator extends Simulator<WechatTypes> {
  /** Where the media are, without a slash at the end. */
  readonly cdnBaseUrl: string;
  /** The address at which a redirected login continues; not on a shared address. */
  readonly redirectUrl: string;
  /** The id of the person who owns the phone. */
  readonly ownerId: string;
  /** The phone scans the newest QR code. @throws SimulatorError `INVALID_INPUT` when no code was requested */
  scan(options?: ScanOptions): void;
  /** The person agrees on the phone; an earlier session ends. */
  confirm(): WechatSession;
  /** The newest QR code gets too old. */
  expire(): void;
  /** Puts a file into the CDN that is not encrypted, for a picture without a key in `push`. */
  storePlain(bytes: Uint8Array): { readonly media: WechatMedia };
  /** What scan and confirm end with, without codes: a new session in the place of an earlier one. */
  bind(): WechatSession;
}

/** Starts an iLink bot API on the loopback interface. */
export async function startWechat(options: WechatOptions = {}): Promise<WechatSimulator> {
  const state = createState(options);
  const closing = new AbortController();
  const server = await listen(createHandler(state, closing.signal), options);
  state.baseUrl = server.url;
  // The same server by its other name: what reaches it there was sent there.
  const redirectHost = `localhost:${new URL(server.url).port}`;
  state.login.redirectHost = redirectHost;
  // The held poll is hit as well.
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
    // A bot may write to everyone whose id it knows; the name is not on the wire.
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
