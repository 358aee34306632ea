import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { compile } from "./compile.ts";
import {
  type Answered,
  type Binding,
  type BotsOrder,
  type HeldPlatform,
  type PlatformOrder,
  startChild,
  type Taken,
} from "./many.ts";
import { percentile } from "./statistics.ts";

/** Messages a second, spread over all bots, and their number. */
export const PER_SECOND = 200;
export const MESSAGES = 3000;
/**
 * Milliseconds without messages in which the idle bots are measured, and the pause before, in which the process
 * settles.
 */
export const IDLE_MS = 20_000;
const SETTLE_MS = 3000;
/** Flags of Node: V8 collects a smaller young generation more often, but each time with a shorter pause. */
export const FLAGS: readonly string[] = ["--max-semi-space-size=4"];

/** The bots to run, and the program of `bots/` that runs them. */
export interface Holding {
  readonly program: string;
  readonly platforms: readonly HeldPlatform[];
  /** Bots of each platform. */
  readonly count: number;
  /** Whether to measure once more with the plugin in the sandbox. */
  readonly inSandbox?: boolean;
}

/** How messages were answered, with latencies in milliseconds. */
export interface Load {
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
  readonly taken: Taken;
}

/** The figures of a process with bots. */
export interface Held {
  readonly bots: number;
  /** RSS before there was a bot. */
  readonly emptyMegabytes: number;
  readonly idle: Taken;
  readonly load: Load;
  readonly sandboxLoad?: Load;
  /** The load average of the last minute: threads of the whole machine that ran or waited for a core. */
  readonly machineLoad: number;
}

/**
 * Runs bots in their own process: starts them, lets each answer once, measures them while they are idle, and then while
 * people write to them.
 */
export async function measureHold(holding: Holding): Promise<Held> {
  const { program, platforms, count, inSandbox = false } = holding;
  const file = await compile(`bots/${program}`);
  await using people = startChild<PlatformOrder>(
    fileURLToPath(new URL("many-platforms.ts", import.meta.url)),
  );
  await using bots = startChild<BotsOrder>(file, FLAGS);
  const watch = (ms: number): Promise<Taken> => bots.ask({ order: "watch", ms });

  async function load(messages: number): Promise<Load> {
    const watching = watch((messages * 1000) / PER_SECOND);
    const { latencies }: Answered = await people.ask({
      order: "say",
      perSecond: PER_SECOND,
      messages,
    });
    const lost = messages - latencies.length;
    const [p50, p99] = latencies.length === 0 ? [NaN, NaN] : quantiles(latencies);
    return { p50, p99, lost, taken: await watching };
  }

  const { megabytes: emptyMegabytes } = await watch(500);
  const bindings: Binding[] = [];
  for (const platform of platforms) {
    const opened: Binding[] = await people.ask({ order: "open", platform, count });
    bindings.push(...opened);
  }
  await bots.ask({ order: "start", bindings });
  await load(bindings.length);
  await watch(SETTLE_MS);
  const idle = await watch(IDLE_MS);
  const held = { bots: bindings.length, emptyMegabytes, idle, load: await load(MESSAGES) };
  const [machineLoad = NaN] = loadavg();
  if (!inSandbox) return { ...held, machineLoad };
  await bots.ask({ order: "use-sandbox" });
  return { ...held, machineLoad, sandboxLoad: await load(MESSAGES) };
}

function quantiles(latencies: readonly number[]): [p50: number, p99: number] {
  return [percentile(latencies, 50), percentile(latencies, 99)];
}
