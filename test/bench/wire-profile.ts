import { once } from "node:events";
import type { BenchTable } from "./report.ts";
import { startWireBot, steady } from "./wire-bot.ts";

const MESSAGES = 300;

/** Rows with fewer microseconds a message than this are summed up in one row. */
const LEAST = 15;

/** CPU microseconds per message, by thread and by the package whose code ran. */
type Profile = ReadonlyMap<string, number>;

/** Measures which code runs while messages arrive at a steady rate: a CPU profile of all threads, beside grammY's. */
export async function benchProfile(perSecond: number): Promise<BenchTable> {
  const ours = await profile("botwright.ts", perSecond);
  const grammy = await profile("grammy.ts", perSecond);
  const all = [...new Set([...ours.keys(), ...grammy.keys()])];
  const most = (key: string): number => Math.max(ours.get(key) ?? 0, grammy.get(key) ?? 0);
  const shown = all.filter((key) => most(key) >= LEAST).toSorted((a, b) => most(b) - most(a));
  const hidden = all.filter((key) => !shown.includes(key));
  const row = (name: string, keys: readonly string[]): string[] => [
    name,
    ...[ours, grammy].map((of) => sum(keys, of).toFixed(0)),
  ];
  return {
    caption: `CPU time by package at ${perSecond} messages a second, µs a message, from a profile of all threads`,
    columns: ["code", "Botwright", "grammY"],
    rows: [
      ...shown.map((key) => row(key, [key])),
      row("all smaller rows", hidden),
      row("total", all),
    ],
  };
}

function sum(keys: readonly string[], of: Profile): number {
  return keys.reduce((total, key) => total + (of.get(key) ?? 0), 0);
}

async function profile(file: string, perSecond: number): Promise<Profile> {
  await using bot = await startWireBot(file, ["profile.js"]);
  const ask = async (): Promise<unknown> => {
    const answered = once(bot.process, "message");
    bot.process.send("profile");
    return (await answered)[0];
  };
  await ask();
  await steady(bot, MESSAGES, perSecond);
  const rows = await ask();
  if (!Array.isArray(rows)) throw new TypeError("the bot sent no profile");
  const sums = new Map<string, number>();
  for (const [thread, name, url, us] of rows) {
    if (name === "(idle)" || us === 0) continue;
    const key = `${thread}: ${ownerOf(String(name), String(url))}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(us) / MESSAGES);
  }
  return sums;
}

/** Native functions that have their own rows. */
const NATIVE: Readonly<Record<string, string>> = {
  writeUtf8String: "writing to a socket (the system's call)",
  writeLatin1String: "writing to a socket (the system's call)",
  writev: "writing to a socket (the system's call)",
  postMessage: "postMessage (copying, waking the other thread)",
  receiveMessageOnPort: "reading from a message port",
  "(garbage collector)": "garbage collector",
  "(program)": "V8 and Node outside of JavaScript",
};

/** The package, or the part of Node, to which a function belongs. */
function ownerOf(name: string, url: string): string {
  if (url.startsWith("wasm:")) return "the guest (WebAssembly)";
  if (url.startsWith("node:internal/worker") || url.includes("messageport")) return "Node: workers";
  if (url.startsWith("node:")) return "Node: HTTP, streams, timers, events";
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (dependency !== undefined) return dependency;
  const [, ours] = /\/packages\/([^/]+)\//.exec(url) ?? [];
  if (ours !== undefined) return `@botwright/${ours}`;
  return NATIVE[name] ?? "native functions";
}
