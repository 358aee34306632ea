import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createBot, type HandlerContext, type Plugin, type PluginCall } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import { fakePlatform } from "../../packages/core/test/messages.ts";
import { type AttackHostOptions, createAttackHost } from "../attacks/attack-host.ts";
import type { AttackSurroundings } from "../attacks/surroundings.ts";
import type { AttackPlan } from "./sandbox-attacks.ts";

/** An attack that repeats its rounds until it is stopped. */
export interface Attacker {
  /** The number of ended rounds, each with its loads and calls. */
  readonly rounds: number;
  /** Starts no further round; resolves when the current one has ended. */
  stop(): Promise<void>;
  /** Stops, and also aborts the running calls. */
  abort(): Promise<void>;
}

/** How an attack runs. */
export interface AttackerOptions {
  /** @default "attacker" */
  readonly slug?: string;
  /** Milliseconds between rounds. @default 0 */
  readonly pauseMs?: number;
  /** What the attack needs besides the sandbox, such as media or a fake network. @default nothing */
  readonly surroundings?: AttackSurroundings;
}

/**
 * The rounds that share a host. Creating a host costs time that is not the attack's, so not every round gets a new one.
 * A host keeps all messages that it was sent, so it must not be used for ever.
 */
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
      // Always a macrotask: if each round is refused at once, a loop of microtasks would block this process.
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

/** A control that does nothing: differences that are measured beside it are chance. */
export function startNothing(): Attacker {
  return { rounds: 0, stop: async () => {}, abort: async () => {} };
}

/** A control that occupies a core without the sandbox: it shows what a busy core alone costs good calls. */
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

/** The context of the attack corpus, with a bot that formats and splits replies as a real one does. */
function attackContext(options: AttackHostOptions): HandlerContext {
  const { context } = createAttackHost(0, options);
  const { bot } = context;
  return { ...context, bot: { ...createBot(adapter), downloadRaw: bot.downloadRaw.bind(bot) } };
}

/** An adapter that accepts all sends, and keeps nothing. */
const { adapter } = fakePlatform({
  methods: {
    sendText: async () => ({ status: "sent" }),
    download: async (item) => ({ bytes: new Uint8Array(3), item }),
  },
});
