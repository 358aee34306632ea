/**
 * Runs the plugin of the replay test with a journal that it reads from standard input, and prints what
 * it asked for and the journal. Also a program, so that a run can be repeated in another process.
 */
import { text } from "node:stream/consumers";
import {
  type CallUsage,
  createMemoryJournal,
  type HostCallInterceptor,
  type Journal,
  openJournaledRun,
} from "@botwright/core";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** Time, randomness of both kinds, timers, and host calls that overtake each other. */
export const RESTLESS = `
  let calls = 0;
  export async function handler({ bot, msg, storage, aiService }) {
    const log = [++calls, Date.now(), Math.random(), crypto.randomUUID()];
    const slow = storage.get("slow").then(() => log.push("slow", Date.now()));
    const fast = storage.get("fast").then(async () => {
      log.push("fast", Date.now(), Math.random());
      await storage.set("seen", [Date.now(), Array.from(crypto.getRandomValues(new Uint8Array(4)))]);
    });
    const tick = new Promise((resolve) => setTimeout(resolve, 5)).then(() => log.push("tick", Date.now()));
    const race = await Promise.race([slow.then(() => "slow"), fast.then(() => "fast"), tick.then(() => "tick")]);
    const refused = await storage.get(7).catch((error) => error.code);
    const response = await fetch("https://api.example/quote?at=" + Date.now()).then((r) => r.text());
    await Promise.all([slow, fast, tick]);
    const bytes = Buffer.from(String(Math.random()));
    await bot.sendFile(msg.from, bytes, "log-" + log.length + ".txt");
    const model = await aiService.callModel({ model: "m", messages: [{ role: "user", content: log.join() }] })
      .catch((error) => error.message);
    await bot.reply(msg, [race, refused, response, model, ...log].join("\\n"));
    return { handled: true };
  }`;

/** What a run did, byte for byte. */
export interface RecordedRun {
  result: unknown;
  /** Operation and arguments of each host call, as JSON, in order. */
  asked: string[];
  /** How many host calls were really done. */
  done: number;
  usage: Pick<CallUsage, "gas" | "jobs" | "memoryBytes" | "hostCalls" | "bytesIn" | "bytesOut">;
  journal: string;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the plugin with what the journal holds; the rest is done, and recorded. */
export async function runRecorded(journalJson = "[]"): Promise<RecordedRun> {
  const journal = createMemoryJournal();
  await fill(journal, journalJson);
  let done = 0;
  const { context } = createContext();
  const storage = {
    ...context.storage,
    async get(key: string) {
      await pause(key === "slow" ? 15 : 1);
      return key;
    },
  };
  await using sandbox = createSandbox({
    workers: 1,
    fetch: async (url) => new Response(`fetched ${url}`),
  });
  const plugin = await sandbox.load(RESTLESS, { slug: "restless" });
  const { intercept: inner, flush } = await openJournaledRun(journal, "call");
  const asked: string[] = [];
  const intercept: HostCallInterceptor = (operation, args, execute, call) => {
    asked.push(`${operation} ${encode(args)}`);
    const counted = (): ReturnType<typeof execute> => {
      done++;
      return execute();
    };
    return inner(operation, args, counted, call);
  };
  let usage: CallUsage | undefined;
  const result = await plugin.handler(
    { ...context, storage },
    { id: "call", intercept, onUsage: (used) => (usage = used) },
  );
  await flush();
  if (usage === undefined) throw new Error("the call was not metered");
  const { gas, jobs, memoryBytes, hostCalls, bytesIn, bytesOut } = usage;
  const used = { gas, jobs, memoryBytes, hostCalls, bytesIn, bytesOut };
  return { result, asked, done, usage: used, journal: encode(await journal.read("call")) };
}

async function fill(journal: Journal, json: string): Promise<void> {
  const entries: Awaited<ReturnType<Journal["read"]>> = JSON.parse(json, (_key, value: unknown) =>
    isBase64(value) ? Buffer.from(value.base64, "base64") : value,
  );
  await journal.write(entries);
}

function isBase64(value: unknown): value is { base64: string } {
  return typeof value === "object" && value !== null && "base64" in value;
}

function encode(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    const original = this[key];
    if (!(original instanceof Uint8Array)) return plain;
    return { base64: Buffer.from(original).toString("base64") };
  });
}

if (process.argv[2] === "replay") {
  console.log(JSON.stringify(await runRecorded(await text(process.stdin))));
}
