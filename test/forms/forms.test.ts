/** @module-tag long */
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  type MessageType,
  OPERATIONS,
  type Platform,
  PLATFORMS,
  type Variant,
} from "@botwright/core";
import { createHarness, type Harness, type HarnessOptions, type Turn } from "@botwright/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Form, FORMS, type Outcome, outcomeOf } from "./table.ts";

const folder = new URL("fixtures/", import.meta.url);
/** The forms in two bots, because DingTalk takes 20 messages a minute from one. */
const BOTS: readonly (readonly Form[])[] = [FORMS.slice(0, 17), FORMS.slice(17)];
const KINDS: readonly MessageType[] = ["text", "image", "voice", "file", "video"];
/**
 * How often two forms show "is typing …": nowhere where the platform has no indicator, and once on Feishu,
 * whose indicator is a reaction that is already there the second time.
 */
const TYPINGS: Readonly<Record<Platform, number>> = {
  wechat: 2,
  feishu: 1,
  wecom: 0,
  dingtalk: 0,
  telegram: 2,
};

const options: HarnessOptions = {
  models: {
    chat: { answers: "yes" },
    painter: { category: "image", answers: { imageUrl: "https://images.example.com/1.png" } },
  },
  freeImagesPerDay: 100,
  search: {
    "*": [
      { title: "Tea", url: "https://tea.example.com/", snippet: "Leaves" },
      { title: "Green tea", url: "https://tea.example.com/green", snippet: "Green leaves" },
    ],
  },
  fetch: { "https://api.example.com/rates": { euro: 7 } },
  credentials: { feishu: { app_id: "cli_1", app_secret: "secret" } },
};

const BYTES = Buffer.from("content");

/** A message of each kind, each from a person of its own: some platforms limit what one person gets. */
const SAY: Readonly<Record<MessageType, (h: Harness) => Promise<Turn>>> = {
  text: (h) => h.user("1").says("Hello"),
  image: (h) => h.user("2").sendsImage(BYTES),
  voice: (h) => h.user("3").sendsVoice(BYTES),
  file: (h) => h.user("4").sendsFile(BYTES, "list.txt"),
  video: (h) => h.user("5").sendsVideo(BYTES),
};

/** What each plugin has done with the message: the plugins run, and so send, one after the other. */
function outcomesOf({ runs, sends }: Turn): Record<string, Outcome> {
  const left = [...sends];
  return Object.fromEntries(
    runs.map(({ plugin, status, sends: count }) => {
      const sent = left
        .splice(0, count)
        .map(({ type, text, name }) =>
          type === "file" ? `file ${name}` : `${type} ${text ?? ""}`.trim(),
        );
      const none = status === "failed" ? "refused" : "nothing";
      return [plugin, sent.join(", ") || none];
    }),
  );
}

test("each operation of the table has a form, and each form a plugin", async () => {
  const names = await readdir(folder);
  expect(FORMS.map(({ file }) => `${file}.js`).toSorted()).toEqual(names.toSorted());
  const covered = new Set<string | undefined>(FORMS.map(({ operation }) => operation));
  const missing = Object.keys(OPERATIONS).filter((name) => !covered.has(name));
  // It is how `storage.update` writes; the specification has neither.
  expect(missing).toEqual(["storage.compareAndSet"]);
});

/** All of them are plugins of one bot, and each passes the message on to the next. */
function load(forms: readonly Form[], variant: Variant): Promise<Harness> {
  const [first = "", ...others] = forms.map(({ file }) =>
    fileURLToPath(new URL(`${file}.js`, folder)),
  );
  return createHarness(first, { ...options, others, variant });
}

/** What all forms give for all kinds of message. */
function tableOf(of: (form: Form, kind: MessageType) => Outcome): object {
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      Object.fromEntries(FORMS.map((form) => [form.file, of(form, kind)])),
    ]),
  );
}

/** The same, as it came out. */
async function play(bots: readonly Harness[], platform: Platform) {
  const outcomes: Record<string, object> = {};
  const typings = new Set<number>();
  for (const bot of bots) {
    await using h = await bot.on(platform);
    for (const kind of KINDS) {
      const turn = await SAY[kind](h);
      outcomes[kind] = { ...outcomes[kind], ...outcomesOf(turn) };
      typings.add(turn.typings);
    }
  }
  return { outcomes, typings: Math.max(...typings) };
}

describe("in the multi-platform variant", () => {
  let bots: readonly Harness[] = [];
  beforeAll(async () => {
    bots = await Promise.all(BOTS.map((forms) => load(forms, "multi")));
  });
  afterAll(() => Promise.all(bots.map((bot) => bot.close())));

  // spec: bot.download-image, bot.download-voice, bot.download-file, bot.download-video
  // spec: bot.download-raw, bot.send-image, bot.send-video, bot.send-file, bot.typing, sdk.markdown
  test.each(PLATFORMS)("on %s, for messages of every kind", async (platform) => {
    const { outcomes, typings } = await play(bots, platform);
    expect(outcomes).toEqual(tableOf((form, kind) => outcomeOf(form, platform, kind)));
    expect(typings).toBe(TYPINGS[platform]);
  });
});

test("in the single-platform variant, on WeChat", async () => {
  const bots = await Promise.all(BOTS.map((forms) => load(forms, "single")));
  const { outcomes } = await play(bots, "wechat");
  await Promise.all(bots.map((bot) => bot.close()));
  expect(outcomes).toEqual(tableOf((form, kind) => form.single ?? outcomeOf(form, "wechat", kind)));
});
