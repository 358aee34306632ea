import { createSeal } from "@botwright/adapter-kit";
import {
  type AdapterContractSetup,
  type AdapterFixture,
  createFastClock,
  type FastClock,
  openAdapterFixture,
} from "@botwright/adapter-kit/contract";
import { startSimulator, type WechatOptions, type WechatSimulator } from "@botwright/simulators";
import { expect, vi } from "vitest";
import {
  createWechatAdapter,
  type WechatAdapterOptions,
  type WechatCredentials,
} from "../src/index.ts";

export const USER = "a-person-who-writes-to-it@im.wechat";

/** A simulator with adapters on it. */
export interface Fixture extends AdapterFixture<WechatAdapterOptions> {
  readonly wechat: WechatSimulator;
  readonly session: WechatCredentials;
  readonly clock: FastClock;
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
}

type Addresses = Pick<WechatAdapterOptions, "apiBase" | "cdnBase">;

function addressesOf({ baseUrl, cdnBaseUrl }: WechatSimulator): Addresses {
  return { apiBase: baseUrl, cdnBase: cdnBaseUrl };
}

/** A session by the names of the adapter's option. */
function bind(wechat: WechatSimulator): WechatCredentials {
  const { token, bot_id: botId, user_id: userId, base_url: baseUrl } = wechat.bind();
  return { token, botId, userId, baseUrl };
}

/** @param isBound false: no account is logged in */
export async function openFixture(options: WechatOptions = {}, isBound = true): Promise<Fixture> {
  const wechat = await startSimulator("wechat", options);
  const session = isBound ? bind(wechat) : { token: "", botId: "", userId: "", baseUrl: "" };
  const clock = createFastClock({ timeOfDay: 100 });
  const fixture = await openAdapterFixture<WechatAdapterOptions>({
    create: createWechatAdapter,
    options: () => ({
      ...(isBound && { credentials: session }),
      ...addressesOf(wechat),
      sendSpacingMs: 0,
    }),
    close: () => wechat.close(),
    clock,
  });
  return { ...fixture, wechat, session, clock, secrets: [session.token] };
}

/** Waits until this many messages have been received. */
export const arrived = (fixture: Fixture, count: number): Promise<void> =>
  vi.waitFor(() => expect(fixture.received).toHaveLength(count));

/** What the suite needs to know. */
export function contractSetup(
  options: WechatOptions = {},
): AdapterContractSetup<WechatSimulator, Addresses & Pick<WechatAdapterOptions, "credentials">> {
  const sessions = new WeakMap<WechatSimulator, WechatCredentials>();
  const sessionOf = (wechat: WechatSimulator): WechatCredentials => {
    const session = sessions.get(wechat) ?? bind(wechat);
    sessions.set(wechat, session);
    return session;
  };
  return {
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "voice", "file", "video"],
      typing: true,
      quotes: true,
      transcription: true,
      idempotency: true,
      textLimits: [{ unit: "utf16", max: 2000 }],
      mediaLimits: {},
    },
    simulator: () => startSimulator("wechat", options),
    options: (wechat) => ({ ...addressesOf(wechat), credentials: sessionOf(wechat) }),
    create: createWechatAdapter,
    module: new URL("../src/index.ts", import.meta.url),
    users: [USER, "another-person@im.wechat"],
    secrets: (wechat) => [sessionOf(wechat).token],
    speed: 100,
    sendCall: "sendmessage",
    // WeChat does not say why it refuses.
    codes: { "refused-user": "PLATFORM_BAD_REQUEST" },
    isSequential: true,
    async pushUnsupported(wechat, from) {
      await wechat.push({ from, items: [{ type: 8 }] });
      return "8";
    },
    async quotePicture(wechat, from) {
      const { media } = wechat.storePlain(Buffer.from("a picture"));
      const picture = await wechat.push({ from, items: [{ type: 2, image_item: { media } }] });
      const ref_msg = { message_item: { type: 0, msg_id: picture.id } };
      await wechat.push({ from, items: [{ type: 1, text_item: { text: "nice" }, ref_msg }] });
    },
  };
}

/** A reference as a message would have brought it. */
export function sealed({ state }: Fixture, reference: string): Promise<string> {
  const options = { state, stateKey: "wechat.seal", purpose: "media-1" };
  return createSeal(options).seal(USER, reference);
}
