import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CipherRates, ParseTimes } from "./adapters-figures.ts";
import {
  FLAGS,
  type Held,
  IDLE_MS,
  type Load,
  measureHold,
  MESSAGES,
  PER_SECOND,
} from "./adapters-hold.ts";
import type { HeldPlatform } from "./many.ts";
import { atLeast, atMost, type BenchReport, type Gate, isMain, runBench } from "./report.ts";

const NAMES: Readonly<Record<HeldPlatform, string>> = {
  wechat: "WeChat, polling",
  feishu: "Feishu, long connection",
  dingtalk: "DingTalk, Stream",
  telegram: "Telegram, polling",
};
const PLATFORMS = ["wechat", "feishu", "dingtalk", "telegram"] as const;
const MANY = 1000;
/** The number of bots in the comparison with the platforms' own SDKs, which are made for one bot per process. */
const FEW = 100;

/** Measures a figure of `adapters-figures.ts` in its own process. */
async function figure<Result>(name: string): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@botwright/source",
    new URL("adapters-figures.ts", import.meta.url).pathname,
    name,
  ]);
  return JSON.parse(stdout);
}

interface Row {
  readonly name: string;
  readonly held: Held;
}

const own = "many-botwright";

/** Measures many bots, one run after the other, each with new processes. */
async function measureMany(): Promise<{ ours: Row[]; all: Row; rivals: Row[] }> {
  const ours: Row[] = [];
  for (const platform of PLATFORMS) {
    const held = await measureHold({
      program: own,
      platforms: [platform],
      count: MANY,
      inSandbox: true,
    });
    ours.push({ name: `Botwright: ${NAMES[platform]}`, held });
  }
  const whole = { program: own, platforms: PLATFORMS, count: MANY, inSandbox: true };
  const all = { name: "Botwright: all four", held: await measureHold(whole) };
  const grammy = { program: "many-grammy", platforms: ["telegram"], count: MANY } as const;
  const rivals = [{ name: "grammY 1.46: Telegram, polling", held: await measureHold(grammy) }];
  return { ours, all, rivals };
}

/** Measures the official SDKs that use sockets beside Botwright's adapters, each with the same small bot. */
async function measureFew(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, program, platform] of [
    ["@larksuiteoapi/node-sdk 1.74: Feishu", "many-lark", "feishu"],
    ["Botwright: Feishu", own, "feishu"],
    ["dingtalk-stream 2.1: DingTalk", "many-dingtalk-stream", "dingtalk"],
    ["Botwright: DingTalk", own, "dingtalk"],
  ] as const) {
    rows.push({ name, held: await measureHold({ program, platforms: [platform], count: FEW }) });
  }
  return rows;
}

const latency = (load: Load | undefined): string =>
  load === undefined ? "" : `${load.p50.toFixed(1)} / ${load.p99.toFixed(0)}`;

function heldColumns({ name, held }: Row): (string | number)[] {
  const { bots, idle, load, sandboxLoad, machineLoad } = held;
  return [
    name,
    bots,
    Math.round(idle.megabytes),
    idle.cpuPercent.toFixed(1),
    latency(load),
    Math.round(load.taken.cpuPercent),
    latency(sandboxLoad),
    Math.round((sandboxLoad ?? load).taken.megabytes),
    machineLoad.toFixed(1),
  ];
}

function fewColumns({ name, held }: Row): (string | number)[] {
  const { bots, emptyMegabytes, idle, load, machineLoad } = held;
  const each = ((idle.megabytes - emptyMegabytes) * 1024) / bots;
  const sizes = [emptyMegabytes, idle.megabytes].map(Math.round);
  return [
    name,
    ...sizes,
    Math.round(each),
    idle.cpuPercent.toFixed(1),
    latency(load),
    machineLoad.toFixed(1),
  ];
}

function heldGates({ name, held: { idle, load, sandboxLoad } }: Row): Gate[] {
  const what = `1,000 × ${name.replace("Botwright: ", "")}`;
  const loads: [string, Load | undefined][] = [
    ["trusted", load],
    ["sandboxed", sandboxLoad],
  ];
  return [
    atMost(`${what}: RSS, idle`, 600, idle.megabytes, "MB"),
    atMost(`${what}: CPU, idle`, 15, idle.cpuPercent, "% of a core"),
    ...loads.flatMap(([plugin, one]) =>
      one === undefined
        ? []
        : [
            atMost(`${what}: p99 at ${PER_SECOND}/s, ${plugin} plugin`, 250, one.p99, "ms"),
            atMost(`${what}: not answered, ${plugin} plugin`, 0, one.lost, `of ${MESSAGES}`),
          ],
    ),
  ];
}

/** Measures the costs of the adapters: parsing, media, and many bots in one process. */
export async function benchAdapters(): Promise<BenchReport> {
  const parsed = await figure<readonly ParseTimes[]>("parse");
  const ciphers = await figure<readonly CipherRates[]>("media");
  const { ours, all, rivals } = await measureMany();
  const few = await measureFew();
  return {
    title: "Adapters",
    notes: [
      "Parsing: from the text or bytes of the wire to what a handler sees. Each message is parsed alone, with its JSON, frame or XML. The messages are the adapters' fixtures: every kind that an adapter delivers, each in 40 variants with other ids and texts. WeCom encrypts all callbacks; the row without encryption is for comparison.",
      `Many bots: the platforms are simulators in another process. Each bot has its own simulator; all simulators share one address. Only the bots' process is measured, and each row has new processes. Each bot of Botwright has its own inbox and dispatcher. First every bot answers once. Then no person writes for ${IDLE_MS / 1000} s (idle). Then people write ${MESSAGES} messages to one bot after another, ${PER_SECOND} a second, at a fixed rate, without waiting for answers. Latencies are those that people see, from a message to its answer on the wire. With a load average far above the number of cores, latencies are mostly time waiting for a core. All bots run with \`node ${FLAGS.join(" ")}\`, as a host of many bots should: with its default of 16 MB, V8 collects new objects rarely, but with long pauses, for which messages wait on a busy machine. Feishu's pings come every 30 s here instead of every 120 s. grammY and the official SDKs run a trusted function for each message: each grammY bot for one message after another, the SDKs for all messages at once, so that they do not keep the order of a chat.`,
    ],
    tables: [
      {
        caption: "Parsing a message, µs",
        columns: ["wire", "messages", "median", "p99"],
        rows: parsed.map(({ name, messages, medianUs, p99Us }) => [
          name,
          messages,
          medianUs.toFixed(1),
          p99Us.toFixed(1),
        ]),
      },
      {
        caption: "Encrypting and decrypting a medium of 10 MB, MB per second",
        columns: ["cipher", "encrypt", "decrypt"],
        rows: ciphers.map(({ name, encryptMBs, decryptMBs }) => [
          name,
          Math.round(encryptMBs),
          Math.round(decryptMBs),
        ]),
      },
      {
        caption: "Many bots in one process",
        chart: { file: "bench-adapters", title: "RSS of a process with idle bots, MB", column: 2 },
        columns: [
          "bots",
          "number",
          "RSS idle, MB",
          "CPU idle, % of a core",
          `p50 / p99 ms at ${PER_SECOND}/s`,
          "CPU at this rate, %",
          "p50 / p99 ms, sandboxed plugin",
          "RSS at the end, MB",
          "load average",
        ],
        rows: [...ours, all, ...rivals].map(heldColumns),
      },
      {
        caption: `${FEW} connections, beside the platforms' own SDKs`,
        columns: [
          "connections",
          "RSS with none, MB",
          "RSS idle, MB",
          "kB each",
          "CPU idle, % of a core",
          `p50 / p99 ms at ${PER_SECOND}/s`,
          "load average",
        ],
        rows: few.map(fewColumns),
      },
    ],
    gates: [
      ...parsed
        .filter(({ name }) => !name.includes("callback"))
        .map(({ name, medianUs }) => atMost(`${name}, median`, 20, medianUs, "µs")),
      ...parsed
        .filter(({ name }) => name.includes("callback"))
        .map(({ name, medianUs }) => atMost(`${name}, median`, 100, medianUs, "µs")),
      ...ciphers.flatMap(({ name, encryptMBs, decryptMBs }) => [
        atLeast(`${name}, encrypt`, 200, encryptMBs, "MB/s"),
        atLeast(`${name}, decrypt`, 200, decryptMBs, "MB/s"),
      ]),
      ...ours.flatMap(heldGates),
    ],
  };
}

if (isMain(import.meta.url)) await runBench(benchAdapters);
