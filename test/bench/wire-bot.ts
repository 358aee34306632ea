import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator, type TelegramSimulator } from "@botwright/simulators";
import { sharedNow } from "./bots/shared-clock.ts";

/** The number of chats over which the messages are spread. */
export const CHATS = 50;
/** Messages before the first one that is measured. */
const WARM_UP = 500;

/** People who write to a bot on a simulator in this process. */
export interface People {
  /** Sends the next message; resolves to the time at which it was sent, by {@link sharedNow}. */
  say(): Promise<number>;
  /** Waits until all sent messages are answered; resolves to the time of the last answer. */
  answered(timeoutMs: number): Promise<number>;
}

/** A warm bot in its own process, connected to a simulator in this process. */
export interface WireBot extends People, AsyncDisposable {
  readonly process: ChildProcess;
  readonly simulator: TelegramSimulator;
  /** The CPU milliseconds that the bot's process has used so far. */
  cpuMs(): Promise<number>;
}

/** Creates people who write to a bot, each message in the next chat. */
export function createPeople(simulator: TelegramSimulator, chats: number = CHATS): People {
  let said = 0;
  return {
    async say() {
      const at = sharedNow();
      await simulator.say({ from: String(1000 + (said % chats)), text: `m${said}` });
      said += 1;
      return at;
    },
    async answered(timeoutMs) {
      await simulator.waitForSent(said, { timeoutMs });
      return sharedNow();
    },
  };
}

/** Warms a bot up with messages that are not measured. */
export async function warmUp(people: People): Promise<void> {
  for (let message = 0; message < WARM_UP; message += 1) await people.say();
  await people.answered(60_000);
}

/** Starts a bot of `bots/`, whose process first imports other files of this folder, and warms it up. */
export async function startWireBot(
  file: string,
  preloaded: readonly string[] = [],
): Promise<WireBot> {
  const simulator = await startSimulator("telegram");
  const child = await startBot(file, ["report-cpu.js", ...preloaded], simulator);
  const bot: WireBot = {
    ...createPeople(simulator),
    process: child,
    simulator,
    async cpuMs() {
      const asked = once(child, "message");
      child.send("cpu");
      const [used] = await asked;
      return Number(used) / 1000;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await once(child, "exit");
      await simulator.close();
    },
  };
  await warmUp(bot);
  return bot;
}

const path = (name: string): string => new URL(`bots/${name}`, import.meta.url).pathname;

/** Starts the bot's process; resolves when it has printed that it is ready. */
async function startBot(
  file: string,
  preloaded: readonly string[],
  simulator: TelegramSimulator,
): Promise<ChildProcess> {
  const { baseUrl, credentials } = simulator;
  const child = spawn(
    "node",
    [
      "--conditions=@botwright/source",
      ...preloaded.map((name) => `--import=${path(name)}`),
      path(file),
      baseUrl,
      credentials.token,
    ],
    { stdio: ["ignore", "pipe", "inherit", "ipc"] },
  );
  if (child.stdout === null) throw new Error("the bot has no output");
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ]);
  return child;
}

/** Sends messages at a steady rate, each after the answer to the one before; returns the milliseconds of each. */
export async function steady(bot: People, count: number, perSecond: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = await bot.say();
    const answered = bot.answered(30_000).then((end) => latencies.push(end - at));
    await Promise.all([answered, sleep(1000 / perSecond)]);
  }
  return latencies;
}

/** Whether each chat was answered in the order of its messages. */
export function isInOrder(sent: readonly { to: string; text?: string }[]): boolean {
  const last = new Map<string, number>();
  for (const { to, text = "" } of sent) {
    const number = Number(/\d+$/.exec(text)?.[0]);
    if (number < (last.get(to) ?? -1)) return false;
    last.set(to, number);
  }
  return true;
}
