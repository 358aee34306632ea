import assert from "node:assert/strict";
import {
  type AdapterCapabilities,
  isBotwrightError,
  measureText,
  type MediaLimit,
  type MessageType,
  type PlatformAdapter,
  type TextLimit,
} from "@botwright/core";
import { emptyFile, MEDIA, type MediaType, sample, send } from "./samples.ts";
import type { AdapterContractSetup, ContractSay, ContractSimulator } from "./setup.ts";
import { onStage, type Rule, type Stage } from "./stage.ts";
import { until } from "./wait.ts";

/** What an adapter was seen to do. */
export interface ObservedCapabilities extends AdapterCapabilities {
  /** Whether an indicator ends when it is cancelled. */
  readonly cancelTyping: boolean;
}

/** Each finds a part of it by trying. */
const PROBES: readonly ((stage: Stage) => Promise<Partial<ObservedCapabilities>>)[] = [
  receives,
  sends,
  quotes,
  showsTyping,
  repeats,
  textLimits,
  mediaLimits,
];

/**
 * Finds out what an adapter can do, against a platform, whatever it declares. Limits are tried where
 * it declares them: one that does not hold is -1.
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
  const parts = await Promise.all(PROBES.map((probe) => onStage(setup, probe)));
  return Object.assign(none, ...parts);
}

/** Each part of what the adapter declares is what is seen, no less and no more. */
export const capabilityRules: Readonly<Record<string, Rule>> = {
  "declares its capabilities": async ({ adapter, setup }) =>
    assert.deepEqual(adapter().capabilities, setup.capabilities),
  "receives the kinds that it declares, and tells what was said if it declares that": (stage) =>
    asDeclared(stage, receives),
  "sends the kinds that it declares, and ignores the others": (stage) => asDeclared(stage, sends),
  "hands over quotes if it declares that": (stage) => asDeclared(stage, quotes),
  "shows and ends the typing indicator if it declares that": async (stage) => {
    const { cancelTyping, ...declared } = await showsTyping(stage);
    assert.equal(declared.typing, stage.setup.capabilities.typing);
    assert.equal(cancelTyping, stage.adapter().cancelTyping !== undefined);
  },
  "shows a repeated send once if it declares that": (stage) => asDeclared(stage, repeats),
  "sends a text of exactly the limit whole, and a longer one in parts": (stage) =>
    asDeclared(stage, textLimits),
  "sends files up to the limits, and refuses larger ones before any upload": (stage) =>
    asDeclared(stage, mediaLimits),
};

async function asDeclared(stage: Stage, probe: (typeof PROBES)[number]): Promise<void> {
  const seen = await probe(stage);
  const { capabilities } = stage.setup;
  const declared = Object.fromEntries(
    Object.entries(capabilities).filter(([name]) => Object.hasOwn(seen, name)),
  );
  assert.deepEqual(seen, declared);
}

type Seen<K extends keyof ObservedCapabilities> = Promise<Pick<ObservedCapabilities, K>>;

const KINDS: readonly MessageType[] = ["text", "image", "voice", "file", "video"];

async function receives(stage: Stage): Seen<"receive" | "transcription"> {
  const { simulator, user, received } = stage;
  await stage.started();
  // A platform that has no such kind refuses to play one.
  const attempt = (message: ContractSay): Promise<unknown> =>
    simulator.say(message).catch(() => {});
  for (const type of KINDS) await attempt(sample(type, user));
  const words = "three o'clock";
  const { voice } = { voice: undefined, ...sample("voice", user) };
  if (voice !== undefined) {
    await attempt({ from: user, voice: { ...voice, transcription: words } });
  }
  await simulator.say({ from: user, text: "the end" });
  await until("the last message", () => received.at(-1)?.message.text === "the end");
  const seen = received.slice(0, -1).map(({ message }) => message);
  return {
    receive: KINDS.filter((type) => seen.some((message) => message.type === type)),
    transcription: seen.some(({ type, text }) => type === "voice" && text === words),
  };
}

async function sends({ simulator, user, inChat }: Stage): Seen<"send"> {
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

async function quotes({ simulator, user, received, inChat }: Stage): Seen<"quotes"> {
  await inChat();
  await simulator.say({ from: user, text: "which?" });
  try {
    await simulator.say({ from: user, text: "this", quote: { text: "which?", from: user } });
  } catch {
    // A platform that has no quotes refuses to play one.
    return { quotes: false };
  }
  await until("both messages", () => received.length === 2);
  return { quotes: received[1]?.message.quotedMessage !== undefined };
}

async function showsTyping(stage: Stage): Seen<"typing" | "cancelTyping"> {
  const { simulator, user } = stage;
  const adapter = await stage.inChat();
  await adapter.sendTyping?.(user);
  const shown = simulator.typing();
  assert.ok(shown.length <= 1, "one indicator");
  const typing = shown[0]?.to === user && shown[0].state === "shown";
  await adapter.cancelTyping?.(user);
  const cancelTyping = simulator.typing()[0]?.state === "cancelled";
  if (!typing) return { typing, cancelTyping };
  await adapter.sendTyping?.(user);
  await adapter.sendText(user, "done");
  await until("the end of the indicator", () =>
    simulator.typing().every(({ state }) => state !== "shown"),
  );
  return { typing, cancelTyping };
}

async function repeats({ simulator, setup, user, inChat }: Stage): Seen<"idempotency"> {
  const adapter = await inChat();
  const idempotencyKey = "answer-1";
  simulator.fault("lost-reply", { method: setup.sendCall });
  await adapter.sendText(user, "once", { idempotencyKey }).catch(() => {});
  await adapter.sendText(user, "once", { idempotencyKey });
  // The same words under another key are another message.
  await adapter.sendText(user, "once", { idempotencyKey: "answer-2" });
  return { idempotency: simulator.sent().length === 2 };
}

async function textLimits({ simulator, setup, user, inChat }: Stage): Seen<"textLimits"> {
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

async function mediaLimits(stage: Stage): Seen<"mediaLimits"> {
  const { simulator, setup, user } = stage;
  const adapter = await stage.inChat();
  const limits: Partial<Record<MessageType, MediaLimit>> = {};
  for (const type of MEDIA) {
    const declared = setup.capabilities.mediaLimits[type];
    if (declared === undefined) continue;
    const { max, asFileAbove } = declared;
    const isRefused = await refusesUnsent(stage, adapter, type, max + 1);
    const isTaken = type !== "file" || (await sentAs(stage, adapter, type, max)) === "file";
    limits[type] = { max: isRefused && isTaken ? max : -1 };
    if (asFileAbove === undefined) continue;
    const keeps = (await sentAs(stage, adapter, type, asFileAbove)) === type;
    const changes = (await sentAs(stage, adapter, type, asFileAbove + 1)) === "file";
    limits[type].asFileAbove = keeps && changes ? asFileAbove : -1;
  }
  assert.ok(simulator.sent().every(({ to }) => to === user));
  return { mediaLimits: limits };
}

async function sentAs(
  { simulator, user }: Stage,
  adapter: PlatformAdapter,
  type: MediaType,
  size: number,
): Promise<MessageType | undefined> {
  const before = simulator.sent().length;
  await send(adapter, type, user, emptyFile(type, size));
  const sent = simulator.sent()[before];
  return sent?.bytes?.length === size ? sent.type : undefined;
}

/** Whether it is refused by its size, and nothing was uploaded for that. */
async function refusesUnsent(
  { simulator, user }: Stage,
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
