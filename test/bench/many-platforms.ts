/** The process with the platforms of the benchmark of many bots: a simulator for each bot, all at one address. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type UserMessage,
  type SentMessage,
  shareAddress,
  startSimulator,
} from "@botwright/simulators";
import {
  type Answered,
  type Binding,
  type HeldPlatform,
  reply,
  type PlatformOrder,
} from "./many.ts";

/** A bot's platform, as one person sees it. */
interface Chat {
  readonly binding: Binding;
  readonly user: string;
  readonly simulator: {
    say(message: UserMessage): Promise<unknown>;
    sent(): readonly SentMessage[];
    waitForSent(count: number, options: { timeoutMs: number }): Promise<unknown>;
  };
}

/** Milliseconds after which an unanswered message counts as lost. */
const LOST_MS = 20_000;
/**
 * The step from one bot to the next. It has no divisor in common with the number of bots, so that all of them get
 * messages, and it is large, so that consecutive messages go to bots that were not started one after the other.
 */
const STRIDE = 1601;
/** Keeps this process small: its memory is not measured, but it is limited. */
const SMALL = { requestLog: 1 };

const shared = await shareAddress();
const chats: Chat[] = [];

const openers: Readonly<Record<HeldPlatform, (index: number) => Promise<Chat>>> = {
  async telegram(index) {
    const token = `${7_000_000_000 + index}:${"t".repeat(35)}`;
    const simulator = await startSimulator("telegram", { ...SMALL, address: shared, token });
    const { baseUrl } = simulator;
    return {
      binding: { platform: "telegram", baseUrl, credentials: { token } },
      user: "1001",
      simulator,
    };
  },
  async wechat() {
    const simulator = await startSimulator("wechat", { ...SMALL, address: shared });
    const { baseUrl } = simulator;
    const { token, bot_id: botId, user_id: userId } = simulator.bind();
    return {
      binding: { platform: "wechat", baseUrl, credentials: { token, botId, userId } },
      user: "one@im.wechat",
      simulator,
    };
  },
  async feishu() {
    // Four times as often as on the platform, so that the short time in which bots are measured has pings.
    const options = { ...SMALL, address: shared, clientConfig: { PingInterval: 30 } };
    const simulator = await startSimulator("feishu", options);
    const { baseUrl, credentials } = simulator;
    return {
      binding: { platform: "feishu", baseUrl, credentials: { ...credentials } },
      user: "ou_1001",
      simulator,
    };
  },
  async dingtalk() {
    const simulator = await startSimulator("dingtalk", { ...SMALL, address: shared });
    const { baseUrl, credentials } = simulator;
    return {
      binding: { platform: "dingtalk", baseUrl, credentials: { ...credentials } },
      user: "staff1",
      simulator,
    };
  },
};

async function open(platform: HeldPlatform, count: number): Promise<Binding[]> {
  const opened: Chat[] = [];
  for (let index = 0; index < count; index++) opened.push(await openers[platform](index));
  chats.push(...opened);
  return opened.map(({ binding }) => binding);
}

/** Sends messages at a fixed rate, without waiting for the answers to earlier ones. */
async function say(perSecond: number, messages: number): Promise<Answered> {
  const latencies: number[] = [];
  const answers: Promise<void>[] = [];
  const expected = new Map<Chat, number>();
  const started = performance.now();
  for (let index = 0; index < messages; index++) {
    const early = started + (index * 1000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    const chat = chats[(index * STRIDE) % chats.length];
    if (chat === undefined) throw new Error("there are no bots");
    const count = (expected.get(chat) ?? chat.simulator.sent().length) + 1;
    expected.set(chat, count);
    answers.push(answer(chat, `m${index}`, count, latencies));
  }
  await Promise.all(answers);
  return { latencies };
}

async function answer(
  { simulator, user }: Chat,
  text: string,
  count: number,
  latencies: number[],
): Promise<void> {
  const said = performance.now();
  await simulator.say({ from: user, text });
  try {
    await simulator.waitForSent(count, { timeoutMs: LOST_MS });
    latencies.push(performance.now() - said);
  } catch {
    // Lost: the benchmark counts the missing latencies.
  }
}

process.on("message", (order: PlatformOrder) =>
  reply(
    order.order === "open"
      ? open(order.platform, order.count)
      : say(order.perSecond, order.messages),
  ),
);
// Ends this process when the benchmark's process has died.
process.once("disconnect", () => process.exit(1));
