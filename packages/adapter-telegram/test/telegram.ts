import {
  type AdapterContractSetup,
  type AdapterFixture,
  createFastClock,
  type FastClock,
  openAdapterFixture,
} from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import {
  startSimulator,
  type TelegramOptions,
  type TelegramSimulator,
} from "@botwright/simulators";
import { createTelegramAdapter, type TelegramAdapterOptions } from "../src/index.ts";

export const USER = "1001";

type Binding = Pick<TelegramAdapterOptions, "token" | "apiBase" | "webhook">;

function bindingOf({ credentials, baseUrl }: TelegramSimulator): Binding {
  return { token: credentials.token, apiBase: baseUrl };
}

function secretsOf({ credentials: { token } }: TelegramSimulator): string[] {
  return [token, token.slice(token.indexOf(":") + 1)];
}

/** A simulator with adapters on it. */
export interface Fixture extends AdapterFixture<TelegramAdapterOptions> {
  readonly telegram: TelegramSimulator;
  readonly clock: FastClock;
  readonly token: string;
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
  /** A started adapter that a person has already written to. */
  inChat(options?: Partial<TelegramAdapterOptions>): Promise<PlatformAdapter>;
}

export async function openFixture(options: TelegramOptions = {}): Promise<Fixture> {
  const telegram = await startSimulator("telegram", { guardMs: 0, ...options });
  const clock = createFastClock({ timeOfDay: 100 });
  const fixture = await openAdapterFixture<TelegramAdapterOptions>({
    create: createTelegramAdapter,
    options: () => bindingOf(telegram),
    close: () => telegram.close(),
    clock,
  });
  return {
    ...fixture,
    telegram,
    clock,
    token: telegram.credentials.token,
    secrets: secretsOf(telegram),
    inChat(more) {
      telegram.introduce({ id: USER, name: "Ann Lee" });
      return fixture.started(more);
    },
  };
}

/** What the suite needs to know. */
export function contractSetup(
  mode: "polling" | "webhook" = "polling",
): AdapterContractSetup<TelegramSimulator, Binding> {
  return {
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: true,
      quotes: true,
      transcription: false,
      idempotency: false,
      textLimits: [{ unit: "utf16", max: 4096 }],
      mediaLimits: {
        image: { max: 50 << 20, asFileAbove: 10 << 20 },
        video: { max: 50 << 20 },
        file: { max: 50 << 20 },
      },
    },
    simulator: () => startSimulator("telegram", { guardMs: 0, webhookRetryMs: 50 }),
    options: (telegram, { callbackUrl: url }) => ({
      ...bindingOf(telegram),
      ...(mode === "webhook" && { webhook: { url } }),
    }),
    create: createTelegramAdapter,
    module: new URL("../src/index.ts", import.meta.url),
    users: [USER, "1002"],
    secrets: secretsOf,
    sendCall: "sendMessage",
    // Telegram calls a file that it does not know a bad request.
    codes: { "missing-file": "PLATFORM_BAD_REQUEST" },
    isSequential: mode === "polling",
    async pushUnsupported(telegram, from) {
      await telegram.push({ from, fields: { story: { id: 5 } } });
      return "story";
    },
    async quotePicture(telegram, user) {
      const from = { id: Number(user), is_bot: false, first_name: "Ann" };
      const chat = { id: Number(user), type: "private" as const, first_name: "Ann" };
      const photo = [{ file_id: "f", file_unique_id: "u", width: 1, height: 1, file_size: 70 }];
      const reply_to_message = { message_id: 1, from, chat, date: 1_800_000_000, photo };
      await telegram.push({ from: user, fields: { text: "nice", reply_to_message } });
    },
  };
}
