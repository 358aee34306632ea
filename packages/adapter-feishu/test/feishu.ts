import {
  type AdapterContractSetup,
  type AdapterFixture,
  createFastClock,
  type FastClock,
  openAdapterFixture,
} from "@botwright/adapter-kit/contract";
import { type Clock, systemClock } from "@botwright/core";
import { type FeishuOptions, type FeishuSimulator, startSimulator } from "@botwright/simulators";
import { createFeishuAdapter, type FeishuAdapterOptions } from "../src/index.ts";
import { QUOTE_MS } from "../src/api/quote.ts";

export const USER = "ou_1001";

/** With it the look-up of a quote is not given up, however slow the machine is. Other timers go on. */
export const PATIENT: { readonly clock: Clock } = {
  clock: {
    ...systemClock,
    after: (ms, callback) => systemClock.after(ms === QUOTE_MS ? 60_000 : ms, callback),
  },
};

type Binding = Pick<FeishuAdapterOptions, "appId" | "appSecret" | "apiBase" | "callback">;

function bindingOf({ credentials, baseUrl }: FeishuSimulator): Binding {
  return { appId: credentials.app_id, appSecret: credentials.app_secret, apiBase: baseUrl };
}

function secretsOf({ credentials, callbackSecrets }: FeishuSimulator): string[] {
  const { encryptKey, verificationToken } = callbackSecrets;
  return [credentials.app_secret, encryptKey, verificationToken].filter((secret) => secret !== "");
}

/** A simulator with adapters on it. */
export interface Fixture extends AdapterFixture<FeishuAdapterOptions> {
  readonly feishu: FeishuSimulator;
  readonly clock: FastClock;
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
}

export async function openFixture(options: FeishuOptions = {}): Promise<Fixture> {
  const feishu = await startSimulator("feishu", { redeliveryMs: 250, exactAcks: true, ...options });
  feishu.introduce({ id: USER, name: "Ann Lee" });
  const clock = createFastClock();
  const fixture = await openAdapterFixture<FeishuAdapterOptions>({
    create: createFeishuAdapter,
    options: () => bindingOf(feishu),
    close: () => feishu.close(),
    clock,
  });
  return { ...fixture, feishu, clock, secrets: secretsOf(feishu) };
}

/** The ways in. */
export type Mode = "long connection" | "encrypted callback" | "plain callback";

/** What the suite needs to know. */
export function contractSetup(
  mode: Mode = "long connection",
): AdapterContractSetup<FeishuSimulator, Binding> {
  return {
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: true,
      quotes: true,
      transcription: false,
      idempotency: true,
      textLimits: [{ unit: "character", max: 3500 }],
      mediaLimits: {
        image: { max: 30 << 20, asFileAbove: 10 << 20 },
        video: { max: 30 << 20 },
        file: { max: 30 << 20 },
      },
    },
    async simulator({ callbackUrl }) {
      const feishu = await startSimulator("feishu", {
        redeliveryMs: 500,
        exactAcks: true,
        callbackRetryMs: 50,
        encryptKey: mode === "encrypted callback" ? "botwright-key" : "",
      });
      if (mode !== "long connection") feishu.setCallback(callbackUrl);
      return feishu;
    },
    options: (feishu) => ({
      ...bindingOf(feishu),
      ...(mode !== "long connection" && { callback: feishu.callbackSecrets }),
    }),
    create: createFeishuAdapter,
    module: new URL("../src/index.ts", import.meta.url),
    users: [USER, "ou_1002"],
    secrets: secretsOf,
    // A quote that is not found within two seconds is left out, and a busy machine may be slow.
    speed: 2,
    sendCall: "send",
    // Feishu calls a file that it does not know a bad request.
    codes: { "missing-file": "PLATFORM_BAD_REQUEST" },
    accessToken: {
      call: "/auth/v3/tenant_access_token/internal",
      expire: (feishu) => feishu.fault("expired-token"),
    },
    async pushUnsupported(feishu, from) {
      await feishu.push({ from, type: "sticker", content: { file_key: "file_1" } });
      return "sticker";
    },
    async pushForward(feishu, from, messages) {
      const forwarded = messages.map(({ sender, text }, index) => {
        const id = `ou_author${index}`;
        feishu.introduce({ id, name: sender });
        return { from: id, type: "text", content: { text } };
      });
      const content = { content: "Merged and Forwarded Message" };
      await feishu.push({ from, type: "merge_forward", content, forwarded });
    },
    async quotePicture(feishu, from) {
      const picture = await feishu.say({ from, image: { bytes: Buffer.from("a picture") } });
      const content = { text: "nice" };
      await feishu.push({ from, type: "text", content, parentId: picture.messageId });
    },
  };
}
