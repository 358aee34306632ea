import { createSeal } from "@botwright/adapter-kit";
import {
  type AdapterContractSetup,
  type AdapterFixture,
  openAdapterFixture,
} from "@botwright/adapter-kit/contract";
import type { Clock } from "@botwright/core";
import { startSimulator, type WecomOptions, type WecomSimulator } from "@botwright/simulators";
import { createWecomAdapter, type WecomAdapterOptions } from "../src/index.ts";

export const USER = "zhangsan";

/** The smallest of what passes for a picture and for a video. */
export const png: Buffer = Buffer.concat([Buffer.from("\x89PNG", "latin1"), Buffer.alloc(60)]);
export const mp4: Buffer = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41", "latin1");

/** Its time passes only while a caller waits, and then at once. */
export interface LeapClock extends Clock {
  /** What was waited for, in milliseconds. */
  readonly waits: number[];
}

export function createLeapClock(): LeapClock {
  const waits: number[] = [];
  let now = 1_800_000_000_000;
  return {
    waits,
    now: () => now,
    after(ms, callback) {
      const timer = setImmediate(() => {
        waits.push(ms);
        now += ms;
        callback();
      });
      return () => clearImmediate(timer);
    },
  };
}

/** What every adapter of a fixture is made with. */
type Binding = Required<
  Pick<WecomAdapterOptions, "corpId" | "agentId" | "secret" | "callback" | "apiBase">
>;

function bindingOf({ baseUrl, credentials }: WecomSimulator): Binding {
  const { corp_id, agent_id, secret, token, encoding_aes_key } = credentials;
  return {
    corpId: corp_id,
    agentId: agent_id,
    secret,
    callback: { token, encodingAesKey: encoding_aes_key },
    apiBase: baseUrl,
  };
}

function secretsOf({ credentials }: WecomSimulator): string[] {
  return [credentials.secret, credentials.token, credentials.encoding_aes_key];
}

/** A simulator with adapters on it, of which the newest gets the callbacks. */
export interface Fixture extends AdapterFixture<WecomAdapterOptions> {
  readonly wecom: WecomSimulator;
  /** The adapters' options. */
  readonly binding: Binding;
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
}

export async function openFixture(options: WecomOptions = {}): Promise<Fixture> {
  const wecom = await startSimulator("wecom", {
    callbackRetryMs: 100,
    strictSends: true,
    ...options,
  });
  wecom.introduce({ id: USER, name: "Zhang San" });
  const binding = bindingOf(wecom);
  const fixture = await openAdapterFixture<WecomAdapterOptions>({
    create: createWecomAdapter,
    options(callbackUrl) {
      wecom.setCallback(callbackUrl);
      return binding;
    },
    close: () => wecom.close(),
  });
  return { ...fixture, wecom, binding, secrets: secretsOf(wecom) };
}

/** What the suite needs to know. */
export function contractSetup(): AdapterContractSetup<WecomSimulator, Binding> {
  return {
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: false,
      quotes: false,
      transcription: true,
      idempotency: true,
      textLimits: [{ unit: "utf8", max: 2048 }],
      mediaLimits: {
        image: { max: 20 << 20, asFileAbove: 10 << 20 },
        video: { max: 20 << 20, asFileAbove: 10 << 20 },
        file: { max: 20 << 20 },
      },
    },
    async simulator({ callbackUrl }) {
      const wecom = await startSimulator("wecom", { callbackRetryMs: 400, strictSends: true });
      wecom.setCallback(callbackUrl);
      return wecom;
    },
    options: bindingOf,
    create: createWecomAdapter,
    module: new URL("../src/index.ts", import.meta.url),
    users: [USER, "lisi"],
    secrets: secretsOf,
    // WeCom calls four times and then gives up, so its patience must not be used up too soon.
    speed: 5,
    sendCall: "message/send",
    async pushUnsupported(wecom, from) {
      await wecom.push({ from, msgType: "Smell" });
      return "smell";
    },
    accessToken: { call: "gettoken", expire: (wecom) => wecom.fault("expired-token") },
  };
}

/** A reference as a message would have brought it. */
export function sealed({ state, wecom }: Fixture, reference: string): Promise<string> {
  const { corp_id, agent_id } = wecom.credentials;
  const stateKey = `wecom.seal.${corp_id}.${agent_id}`;
  return createSeal({ state, stateKey, purpose: "media-1" }).seal(USER, reference);
}
