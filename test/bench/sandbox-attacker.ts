import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createBot, type HandlerContext, type Plugin, type PluginCall } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import { fakePlatform } from "../../packages/core/test/messages.ts";
import { type AttackHostOptions, createAttackHost } from "../attacks/attack-host.ts";
import type { AttackSurroundings } from "../attacks/surroundings.ts";
import type { AttackPlan } from "./sandbox-attacks.ts";

/** An attack that runs without a pause. */
export interface Attacker {
  /** Loads and calls that have ended, each round of them counted once. */
  readonly rounds: number;
  /** Begins no other round; resolves when the last one has ended. */
  stop(): Promise<void>;
  /** Takes the running calls back as well. */
  abort(): Promise<void>;
}

/** How an attack runs. */
export interface AttackerOptions {
  /** @default "attacker" */
  readonly slug?: string;
  /** Milliseconds between rounds. @default 0 */
  readonly pauseMs?: number;
  /** @default nothing beside the sandbox */
  readonly surroundings?: AttackSurroundings;
}

/** Rounds that share a host: to make one is work of this bench, not of the attack, and each keeps what it was sent. */
const ROUNDS_OF_A_HOST = 100;

/** Loads and calls a plugin again and again. */
export function startAttacker(
  sandbox: Sandbox,
  plan: AttackPlan,
  { slug = "attacker", pauseMs = 0, surroundings = {} }: AttackerOptions = {},
): Attacker {
  const { fetch, ...around } = surroundings;
  const info = { slug, ...(fetch && { fetch }) };
  const stopping = new AbortController();
  const aborting = new AbortController();
  let rounds = 0;

  async function load(): Promise<Plugin | undefined> {
    const begun = Array.from({ length: plan.loads }, () => sandbox.load(plan.source, info));
    const loaded = await Promise.allSettled(begun);
    return loaded.find((ended) => ended.status === "fulfilled")?.value;
  }

  async function run(): Promise<void> {
    let plugin: Plugin | undefined;
    const call = { id: slug, signal: aborting.signal };
    let context = attackContext(around);
    while (!stopping.signal.aborted) {
      if (plugin === undefined || plan.loads > 1) plugin = await load();
      if (plugin !== undefined && !stopping.signal.aborted) {
        await callAtOnce(plugin, plan.parallel, context, call);
      }
      rounds++;
      if (rounds % ROUNDS_OF_A_HOST === 0) context = attackContext(around);
      // Refusals are immediate; a loop of nothing but microtasks would starve this process.
      await sleep(pauseMs);
    }
  }

  const running = run();
  return {
    get rounds() {
      return rounds;
    },
    stop() {
      stopping.abort();
      return running;
    },
    abort() {
      stopping.abort();
      aborting.abort();
      return running;
    },
  };
}

/** No attack: what is measured beside it differs by chance. */
export function startNothing(): Attacker {
  return { rounds: 0, stop: async () => {}, abort: async () => {} };
}

/** A process without a sandbox that takes all of a core: what is measured beside it is the machine's part. */
export function startBusyProcess(): Attacker {
  const child = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
  const ended = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  return { rounds: 0, stop, abort: stop };
}

async function callAtOnce(
  plugin: Plugin,
  times: number,
  context: HandlerContext,
  call: PluginCall,
): Promise<void> {
  await Promise.allSettled(Array.from({ length: times }, () => plugin.handler(context, call)));
}

/** The corpus's context, with a bot that formats and splits replies as a real one does. */
function attackContext(options: AttackHostOptions): HandlerContext {
  const { context } = createAttackHost(0, options);
  const { bot } = context;
  return { ...context, bot: { ...createBot(adapter), downloadRaw: bot.downloadRaw.bind(bot) } };
}

/** Takes what it is sent and keeps nothing. */
const { adapter } = fakePlatform({
  methods: {
    sendText: async () => ({ status: "sent" }),
    download: async (item) => ({ bytes: new Uint8Array(3), item }),
  },
});
