/**
 * The messages between the processes of the benchmark of many bots: one runs the platforms, one the bots,
 * and the benchmark gives orders to both.
 *
 * @module
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cores } from "./cores.ts";

/** The platforms whose bots keep a long poll or a socket open. */
export type HeldPlatform = "wechat" | "feishu" | "dingtalk" | "telegram";

/** How one bot reaches its platform. */
export interface Binding {
  readonly platform: HeldPlatform;
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/** Orders to the process with the platforms. */
export type PlatformOrder =
  | { readonly order: "open"; readonly platform: HeldPlatform; readonly count: number }
  /** People write this many messages per second, to one bot after another. */
  | { readonly order: "say"; readonly perSecond: number; readonly messages: number };

/** The milliseconds from each message to its answer; unanswered messages have none. */
export interface Answered {
  readonly latencies: readonly number[];
}

/** Orders to the process with the bots. */
export type BotsOrder =
  | { readonly order: "start"; readonly bindings: readonly Binding[] }
  | { readonly order: "use-sandbox" }
  /** Waits this many milliseconds, and measures the process meanwhile. */
  | { readonly order: "watch"; readonly ms: number };

/** What a process used in a time. */
export interface Taken {
  /** The resident memory (RSS) at the end, in MiB. */
  readonly megabytes: number;
  /** The CPU time as a percentage of one core. */
  readonly cpuPercent: number;
}

/** A child process that receives orders, one at a time. */
export interface Child<Order> extends AsyncDisposable {
  ask<Reply>(order: Order): Promise<Reply>;
}

/** Starts a program that replies to each order with one message. If `cores` are given, it is bound to them. */
export function startChild<Order extends object>(
  file: string,
  flags: readonly string[] = process.execArgv,
  cores?: Cores,
): Child<Order> {
  const [execPath, execArgv] =
    cores === undefined
      ? [process.execPath, [...flags]]
      : ["taskset", ["--cpu-list", cores.join(","), process.execPath, ...flags]];
  // The standard output is ignored, because SDKs print messages while they connect.
  const child: ChildProcess = fork(file, {
    execPath,
    execArgv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const lost = exited.then(([code, signal]) => {
    throw new Error(`${file} ended too early: ${String(signal ?? code)}`);
  });
  lost.catch(() => {});
  // The error of an order that could not be sent is ignored, because the exit of the process tells more.
  child.on("error", () => {});
  return {
    async ask(order) {
      child.send(order);
      const [answer] = await Promise.race([once(child, "message"), lost]);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Handles the orders to this process. */
export function reply(answer: Promise<object>): void {
  void answer.then((value) => process.send?.(value));
}

/** The most bots that are started at the same time. */
const STARTING = 50;

/** Performs the orders to a process that runs bots. */
export function holdBots(
  start: (binding: Binding) => Promise<unknown>,
  useSandbox: () => Promise<void> = () => Promise.reject(new Error("there is none")),
): void {
  async function perform(order: BotsOrder): Promise<object> {
    if (order.order === "watch") return watch(order.ms);
    if (order.order === "use-sandbox") await useSandbox();
    else {
      const waiting = order.bindings.values();
      const lanes = Array.from({ length: STARTING }, async () => {
        for (const binding of waiting) await start(binding);
      });
      await Promise.all(lanes);
    }
    return {};
  }
  process.on("message", (order: BotsOrder) => reply(perform(order)));
}

async function watch(ms: number): Promise<Taken> {
  const before = process.cpuUsage();
  const started = performance.now();
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  const us = (performance.now() - started) * 1000;
  return {
    megabytes: process.memoryUsage.rss() / 2 ** 20,
    cpuPercent: ((user + system) / us) * 100,
  };
}
