import {
  type AdapterContractSetup,
  type AdapterFixture,
  createFastClock,
  openAdapterFixture,
} from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import {
  type DingtalkOptions,
  type DingtalkSimulator,
  startSimulator,
} from "@botwright/simulators";
import { expect, vi } from "vitest";
import { createDingtalkAdapter, type DingtalkAdapterOptions } from "../src/index.ts";

export const USER = "staff1001";

type Binding = Pick<
  DingtalkAdapterOptions,
  "appKey" | "appSecret" | "robotCode" | "apiBase" | "oapiBase" | "callback"
>;

function bindingOf({ credentials, baseUrl }: DingtalkSimulator): Binding {
  const { app_key: appKey, app_secret: appSecret, robot_code: robotCode } = credentials;
  return { appKey, appSecret, robotCode, apiBase: baseUrl, oapiBase: baseUrl };
}

/** A simulator with adapters on it. */
export interface Fixture extends AdapterFixture<DingtalkAdapterOptions> {
  readonly dingtalk: DingtalkSimulator;
  /** A started adapter in an organisation that has {@link USER}. */
  inChat(options?: Partial<DingtalkAdapterOptions>): Promise<PlatformAdapter>;
  /** How often the robot has called this method. */
  calls(name: string): number;
}

/**
 * Milliseconds after which the simulator pushes a message again that was not answered; on a busy machine an
 * answer may take 100.
 */
const REPEAT_MS = 500;

/** Waits until the check passes, with patience for a busy machine. */
export function until<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { interval: 10 });
}

export async function openFixture(options: DingtalkOptions = {}): Promise<Fixture> {
  const dingtalk = await startSimulator("dingtalk", {
    redeliveryMs: REPEAT_MS,
    strictParams: true,
    ...options,
  });
  const fixture = await openAdapterFixture<DingtalkAdapterOptions>({
    create: createDingtalkAdapter,
    options: () => bindingOf(dingtalk),
    close: () => dingtalk.close(),
    clock: createFastClock({ timers: 10 }),
  });
  return {
    ...fixture,
    dingtalk,
    inChat(more) {
      dingtalk.introduce({ id: USER, name: "Ann Lee" });
      return fixture.started(more);
    },
    calls: (name) => dingtalk.requests().filter(({ call }) => call.endsWith(name)).length,
  };
}

/** What the adapter handed over. */
export const texts = ({ received }: Fixture): string[] =>
  received.map(({ message }) => message.text);
/** What it has answered to frames. */
export const answers = ({ dingtalk }: Fixture): Readonly<Record<string, unknown>>[] =>
  dingtalk
    .requests()
    .filter(({ call }) => call === "answer")
    .map(({ params }) => params);

/** The statuses of the answers: whether each is as documented and was waited for. */
export const statuses = ({ dingtalk }: Fixture): Set<number> =>
  new Set(
    dingtalk
      .requests()
      .filter(({ call }) => call === "answer")
      .map(({ status }) => status),
  );

/** Waits until the robot has this number of sockets open, by what was pushed to them. */
export async function connected(fixture: Fixture): Promise<void> {
  await until(() => expect(fixture.calls("connections/open")).toBeGreaterThan(0));
  await fixture.dingtalk.say({ from: USER, text: "connected?" });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
}

/** What the suite needs to know. */
export function contractSetup(
  mode: "Stream" | "HTTP" = "Stream",
): AdapterContractSetup<DingtalkSimulator, Binding> {
  return {
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: false,
      quotes: true,
      transcription: true,
      idempotency: false,
      textLimits: [{ unit: "utf16", max: 4000 }],
      mediaLimits: {
        image: { max: 20 << 20 },
        video: { max: 20 << 20 },
        file: { max: 20 << 20 },
      },
    },
    async simulator({ callbackUrl }) {
      const dingtalk = await startSimulator("dingtalk", {
        redeliveryMs: REPEAT_MS,
        strictParams: true,
      });
      if (mode === "HTTP") dingtalk.setCallback(callbackUrl);
      return dingtalk;
    },
    options: (dingtalk) => ({
      ...bindingOf(dingtalk),
      ...(mode === "HTTP" && { callback: {} }),
    }),
    create: createDingtalkAdapter,
    module: new URL("../src/index.ts", import.meta.url),
    users: [USER, "staff1002"],
    secrets: (dingtalk) => dingtalk.secrets(),
    speed: 10,
    sendCall: "batchSend",
    accessToken: {
      call: "/oauth2/accessToken",
      expire: (dingtalk) => dingtalk.fault("expired-token"),
    },
    // To DingTalk a user who is not there is unknown, and a file that is not there a bad request.
    codes: { "refused-user": "PLATFORM_NOT_FOUND", "missing-file": "PLATFORM_BAD_REQUEST" },
    isSequential: mode === "HTTP",
    async pushUnsupported(dingtalk, from) {
      const msgtype = "unknownMsgType";
      await dingtalk.push({ from, msgtype });
      return msgtype;
    },
    pushForward: (dingtalk, from, forwarded) =>
      dingtalk.push({ from, msgtype: "chatRecord", forwarded }),
    async quotePicture(dingtalk, from) {
      const content = { downloadCode: "a code" };
      const repliedMsg = { msgType: "picture", msgId: "msg1", content };
      await dingtalk.push({ from, text: "nice", repliedMsg });
    },
  };
}
