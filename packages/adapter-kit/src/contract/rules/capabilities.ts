import assert from "node:assert/strict";
import {
  type AdapterCapabilities,
  type IncomingMessage,
  isBotwrightError,
  measureText,
  type MediaLimit,
  type MessageType,
  type PlatformAdapter,
  type TextLimit,
} from "@botwright/core";
import { emptyFile, MEDIA, type MediaType, sample, send } from "../fixture/samples.ts";
import type { UserMessage } from "../messages.ts";
import type { AdapterContractSetup, ContractSimulator } from "../setup.ts";
import { withContractContext, type Rule, type ContractContext } from "../context.ts";
import { until } from "../fixture/wait.ts";

/** The capabilities that an adapter was seen to have. */
export interface ObservedCapabilities extends AdapterCapabilities {
  /** Whether the indicator ends when it is cancelled. */
  readonly cancelTyping: boolean;
}

/** Each probe observes some of the capabilities. */
const PROBES: readonly ((context: ContractContext) => Promise<Partial<ObservedCapabilities>>)[] = [
  receives,
  sends,
  quotes,
  showsTyping,
  repeats,
  textLimits,
  mediaLimits,
];

/**
 * Observes what an adapter can do on a platform, independently of what it declares. Only limits are tested
 * from the declaration; a limit that does not hold is reported as -1.
 *
 * @example
 * const seen = await observeCapabilities(setup);
 * console.log(seen.receive); // ["text", "image", …]
 */
export async function observeCapabilities<S extends ContractSimulator, O extends object>(
  setup: AdapterContractSetup<S, O>,
): Promise<ObservedCapabilities> {
  const none: ObservedCapabilities = {
    receive: [],
    send: [],
    typing: false,
    cancelTyping: false,
    quotes: false,
    transcription: false,
    idempotency: false,
    textLimits: [],
    mediaLimits: {},
  };
  const parts = await Promise.all(PROBES.map((probe) => withContractContext(setup, probe)));
  return Object.assign(none, ...parts);
}

/** What the adapter declares must be exactly what the probes observe. */
export const capabilityRules: Readonly<Record<string, Rule>> = {
  "declares its capabilities": async ({ adapter, setup }) =>
    assert.deepEqual(adapter().capabilities, setup.capabilities),
  // spec: platform.wechat-receives, platform.feishu-receives, platform.wecom-receives
  // spec: platform.dingtalk-receives, platform.telegram-receives
  "receives the kinds that it declares, and transcriptions if it declares them": (context) =>
    asDeclared(context, receives),
  // spec: platform.missing-capability
  "sends the kinds that it declares, and ignores the others": (context) =>
    asDeclared(context, sends),
  "delivers quotes if it declares that": (context) => asDeclared(context, quotes),
  "shows and ends the typing indicator if it declares that": async (context) => {
    const { cancelTyping, ...declared } = await showsTyping(context);
    assert.equal(declared.typing, context.setup.capabilities.typing);
    assert.equal(cancelTyping, context.adapter().cancelTyping !== undefined);
  },
  "shows a repeated send once if it declares that": (context) => asDeclared(context, repeats),
  "sends a text of exactly the limit whole, and a longer one in parts": (context) =>
    asDeclared(context, textLimits),
  "sends files up to the limits, and refuses larger ones before any upload": (context) =>
    asDeclared(context, mediaLimits),
};

async function asDeclared(context: ContractContext, probe: (typeof PROBES)[number]): Promise<void> {
  const seen = await probe(context);
  const { capabilities } = context.setup;
  const declared = Object.fromEntries(
    Object.entries(capabilities).filter(([name]) => Object.hasOwn(seen, name)),
  );
  assert.deepEqual(seen, declared);
}

type Seen<K extends keyof ObservedCapabilities> = Promise<Pick<ObservedCapabilities, K>>;

const KINDS: readonly MessageType[] = ["text", "image", "voice", "file", "video"];

async function receives(context: ContractContext): Seen<"receive" | "transcription"> {
  const { simulator, user, received } = context;
  await context.started();
  // A simulator throws for a kind that its platform does not have.
  const attempt = (message: UserMessage): Promise<unknown> =>
    simulator.say(message).catch(() => {});
  for (const type of KINDS) await attempt(sample(type, user));
  const words = "three o'clock";
  const { voice } = { voice: undefined, ...sample("voice", user) };
  if (voice !== undefined) {
    await attempt({ from: user, voice: { ...voice, transcription: words } });
  }
  const last = "the end";
  await simulator.say({ from: user, text: last });
  // A platform may redeliver an earlier message after the last one, when an acknowledgement comes late.
  await until("the last message", () => received.some(({ message }) => message.text === last));
  const seen = received.map(({ message }) => message).filter(({ text }) => text !== last);
  return {
    receive: KINDS.filter((type) => seen.some((message) => message.type === type)),
    transcription: seen.some(({ type, text }) => type === "voice" && text === words),
  };
}

async function sends({ simulator, user, inChat }: ContractContext): Seen<"send"> {
  const adapter = await inChat();
  const kinds: MessageType[] = [];
  for (const type of KINDS) {
    const before = simulator.sent().length;
    const { status } = await send(adapter, type, user);
    const sent = simulator.sent()[before];
    assert.equal(sent !== undefined, status === "sent", `a receipt for ${type} that is true`);
    if (sent?.type === type) kinds.push(type);
  }
  return { send: kinds };
}

async function quotes({ simulator, user, received, inChat }: ContractContext): Seen<"quotes"> {
  await inChat();
  await simulator.say({ from: user, text: "which?" });
  try {
    await simulator.say({ from: user, text: "this", quote: { text: "which?", from: user } });
  } catch {
    // A simulator throws for a quote on a platform without quotes.
    return { quotes: false };
  }
  // A platform may redeliver one of the two messages, when an acknowledgement comes late.
  const answering = (): IncomingMessage | undefined =>
    received.find(({ message }) => message.text === "this");
  await until("both messages", () => answering() !== undefined);
  return { quotes: answering()?.message.quotedMessage !== undefined };
}

/** How often an indicator is shown anew that was lost, or that expires before its cancellation arrives. */
const ATTEMPTS = 3;

async function showsTyping(context: ContractContext): Seen<"typing" | "cancelTyping"> {
  const { simulator, user } = context;
  const { typingEndsInMs: endsInMs } = context.setup;
  const adapter = await context.inChat();
  const isShown = (): boolean => simulator.typing().at(-1)?.state === "shown";
  // A failed call is ignored; on a machine that is held up for seconds, it may be the first one.
  for (let left = ATTEMPTS; left > 0 && !isShown(); left--) await adapter.sendTyping?.(user);
  assert.ok(simulator.typing().length <= 1, "one indicator");
  const typing = isShown() && simulator.typing()[0]?.to === user;
  const cancelTyping = await cancelsTyping(context, adapter);
  if (!typing) return { typing, cancelTyping };
  await adapter.sendTyping?.(user);
  await adapter.sendText(user, "done");
  const hasEnded = (): boolean => simulator.typing().every(({ state }) => state !== "shown");
  await until("the end of the indicator", hasEnded, endsInMs);
  return { typing, cancelTyping };
}

/** Whether the adapter cancels the indicator that is shown. */
async function cancelsTyping(context: ContractContext, adapter: PlatformAdapter): Promise<boolean> {
  const { simulator, user } = context;
  if (adapter.cancelTyping === undefined) return false;
  const last = (): string | undefined => simulator.typing().at(-1)?.state;
  for (let attempt = 1; ; attempt++) {
    await adapter.cancelTyping(user);
    // The adapter repeats a lost attempt in the background.
    await until("its cancellation", () => last() !== "shown", context.setup.typingEndsInMs);
    // On a machine that is held up for seconds, the indicator may expire before it is cancelled.
    if (last() !== "expired" || attempt === ATTEMPTS) return last() === "cancelled";
    await adapter.sendTyping?.(user);
  }
}

async function repeats({ simulator, setup, user, inChat }: ContractContext): Seen<"idempotency"> {
  const adapter = await inChat();
  const idempotencyKey = "answer-1";
  simulator.fault("lost-reply", { method: setup.sendCall });
  await adapter.sendText(user, "once", { idempotencyKey }).catch(() => {});
  await adapter.sendText(user, "once", { idempotencyKey });
  // The same text under another key is another message.
  await adapter.sendText(user, "once", { idempotencyKey: "answer-2" });
  return { idempotency: simulator.sent().length === 2 };
}

async function textLimits({ simulator, setup, user, inChat }: ContractContext): Seen<"textLimits"> {
  const adapter = await inChat();
  const countParts = async (text: string): Promise<number> => {
    const before = simulator.sent().length;
    await adapter.sendText(user, text);
    const parts = simulator.sent().slice(before);
    assert.equal(parts.map((part) => part.text).join(""), text);
    return parts.length;
  };
  const limits: TextLimit[] = [];
  for (const { unit, max } of setup.capabilities.textLimits) {
    // Characters that each unit counts differently.
    const wide = "😀你é".repeat(Math.ceil(max / 3));
    let whole = "";
    for (const character of wide) {
      if (measureText(whole + character, unit) > max) break;
      whole += character;
    }
    whole += "x".repeat(max - measureText(whole, unit));
    const holds = (await countParts(whole)) === 1 && (await countParts(`${whole}x`)) === 2;
    limits.push({ unit, max: holds ? max : -1 });
  }
  return { textLimits: limits };
}

async function mediaLimits(context: ContractContext): Seen<"mediaLimits"> {
  const { simulator, setup, user } = context;
  const adapter = await context.inChat();
  const limits: Partial<Record<MessageType, MediaLimit>> = {};
  for (const type of MEDIA) {
    const declared = setup.capabilities.mediaLimits[type];
    if (declared === undefined) continue;
    const { max, asFileAbove } = declared;
    const isRefused = await refusesUnsent(context, adapter, type, max + 1);
    const isTaken = type !== "file" || (await sentAs(context, adapter, type, max)) === "file";
    limits[type] = { max: isRefused && isTaken ? max : -1 };
    if (asFileAbove === undefined) continue;
    const keeps = (await sentAs(context, adapter, type, asFileAbove)) === type;
    const changes = (await sentAs(context, adapter, type, asFileAbove + 1)) === "file";
    limits[type].asFileAbove = keeps && changes ? asFileAbove : -1;
  }
  assert.ok(simulator.sent().every(({ to }) => to === user));
  return { mediaLimits: limits };
}

async function sentAs(
  { simulator, user }: ContractContext,
  adapter: PlatformAdapter,
  type: MediaType,
  size: number,
): Promise<MessageType | undefined> {
  const before = simulator.sent().length;
  await send(adapter, type, user, emptyFile(type, size));
  const sent = simulator.sent()[before];
  return sent?.bytes?.length === size ? sent.type : undefined;
}

/** Whether the adapter refuses the file for its size, without having uploaded anything. */
async function refusesUnsent(
  { simulator, user }: ContractContext,
  adapter: PlatformAdapter,
  type: MediaType,
  size: number,
): Promise<boolean> {
  const uploads = (): number => simulator.requests().filter(({ files }) => files.length > 0).length;
  const before = uploads();
  try {
    await send(adapter, type, user, emptyFile(type, size));
    return false;
  } catch (error) {
    return isBotwrightError(error) && error.code === "MEDIA_TOO_LARGE" && uploads() === before;
  }
}
