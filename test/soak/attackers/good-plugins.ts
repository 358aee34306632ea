import { isDeepStrictEqual } from "node:util";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { HandlerContext, Plugin } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import { createContext, createMessage } from "../../../packages/sandbox/test/context.ts";

/** What a good plugin does beside counting. */
const KINDS = ["counts", "asks a model", "fetches", "computes"] as const;

/** An installed plugin, its host, and the results of its calls. */
export interface GoodPlugin {
  readonly slug: string;
  readonly isQuick: boolean;
  /** Whether a call is under way: those of a chat come one after another. */
  readonly isBusy: boolean;
  /** Loads the file anew, as a host does at an update; the state stays. */
  reload(): Promise<void>;
  /** Sends it a message; returns the milliseconds until its end. Rejects when it is lost or wrong. */
  call(): Promise<number>;
}

/** Loads the plugin with this number into a sandbox. */
export async function loadGoodPlugin(sandbox: Sandbox, number: number): Promise<GoodPlugin> {
  const kind = KINDS[number % KINDS.length] ?? "counts";
  const slug = `good-${number}`;
  const source = sourceOf(number, kind);
  // On a busy machine the wall-clock limit must not end innocent calls.
  const info = { slug, limits: { wallMs: 110_000 } };
  let plugin: Plugin = await sandbox.load(source, info);
  const { context, replies } = hostOf(number);
  let calls = 0;
  let isBusy = false;
  return {
    slug,
    isQuick: kind === "counts",
    get isBusy() {
      return isBusy;
    },
    async reload() {
      plugin = await sandbox.load(source, info);
    },
    async call() {
      isBusy = true;
      calls++;
      const started = performance.now();
      try {
        const { handled } = await plugin.handler({ ...context, msg: createMessage(`m${calls}`) });
        const said: unknown = JSON.parse(replies.pop() ?? "null");
        const right = { number, calls, text: `m${calls}`, answer: ANSWERS[kind] };
        if (!handled || !isDeepStrictEqual(said, right)) {
          throw new Error(`${slug} said ${JSON.stringify(said)}, not ${JSON.stringify(right)}`);
        }
        return performance.now() - started;
      } catch (error) {
        // The next call is judged separately.
        calls = Number(await context.storage.get("calls"));
        throw error;
      } finally {
        isBusy = false;
        replies.length = 0;
      }
    },
  };
}

/** The host of one plugin: storage that keeps its values, and a model that takes its time. */
function hostOf(number: number): { context: HandlerContext; replies: string[] } {
  const { context, replies, calls } = createContext({ userId: number });
  const callModel = context.aiService.callModel.bind(context.aiService);
  context.aiService.callModel = async (input) => {
    await sleep(20 + (number % 7) * 10);
    return callModel(input);
  };
  const { storage } = context;
  const set = storage.set.bind(storage);
  storage.set = async (key, value) => {
    await set(key, value);
    // What the recorder keeps would grow for as long as the test runs.
    calls.length = 0;
  };
  return { context, replies };
}

const ANSWERS: Readonly<Record<(typeof KINDS)[number], unknown>> = {
  counts: null,
  "asks a model": "model small",
  fetches: "the body",
  computes: 4950,
};

const WORK: Readonly<Record<(typeof KINDS)[number], string>> = {
  counts: "null",
  "asks a model":
    '(await aiService.callModel({ model: "small", messages: [{ role: "user", content: msg.text }] })).text',
  fetches: 'await (await fetch("https://api.example/")).text()',
  computes: "Array.from({ length: 100 }, (_, index) => index).reduce((a, b) => a + b, 0)",
};

/** A file of 1 to 40 kB. */
function sourceOf(number: number, kind: (typeof KINDS)[number]): string {
  const functions = Array.from(
    { length: 5 + ((number * 37) % 200) },
    (_, index) => `
/** Counts the words of a text that are longer than ${index}. */
function words${index}(text) {
  return text.split(/\\s+/u).filter((word) => word.length > ${index}).map((word) => word.trim());
}`,
  );
  return `${functions.join("\n")}
let own = 0;
export async function handler({ msg, bot, storage, aiService }) {
  const calls = ((await storage.get("calls")) ?? 0) + 1;
  if (++own !== 1) throw new Error("the state of another call");
  const answer = ${WORK[kind]};
  await storage.set("calls", calls);
  await bot.reply(msg, JSON.stringify({ number: ${number}, calls, text: msg.text, answer }));
  return { handled: words0(msg.text).length === 1 };
}`;
}
