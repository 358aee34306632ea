import assert from "node:assert/strict";
import {
  type MediaItem,
  type MessageType,
  requireValid,
  validateParsedMessage,
} from "@botwright/core";
import type { ContractCase } from "@botwright/core/contract";
import { SAMPLES, sample } from "./samples.ts";
import type { AdapterContractSetup } from "./setup.ts";
import { onStage, type Stage, until } from "./stage.ts";

/** Rules of the way in. */
export function receivingCases(setup: AdapterContractSetup): ContractCase[] {
  const { receive, quotes } = setup.capabilities;
  const cases: Record<string, (stage: Stage) => Promise<void>> = {
    "hands over one user's messages in order": inOrder,
    "acknowledges only what the sink has taken": refusedBySink,
    "stops promptly while the sink hangs, and the message comes again": hangingSink,
    "goes on after a restart and loses nothing": restart,
    "receives nothing after a stop, which may be called twice": stopped,
    ...(quotes && { "hands over what is quoted": quoted }),
  };
  for (const type of receive) cases[`delivers ${type}`] = (stage) => delivers(stage, type);
  return Object.entries(cases).map(([name, run]) => ({ name, run: () => onStage(setup, run) }));
}

async function delivers(stage: Stage, type: MessageType): Promise<void> {
  const { inspector, user, received } = stage;
  const adapter = await stage.started();
  const said = await inspector.say(sample(type, user));
  await until(`a ${type}`, () => received.length > 0);
  const incoming = received[0];
  assert.ok(incoming !== undefined);
  assert.equal(incoming.id, said.id, "the id is the platform's exact one");
  const message = requireValid("message", validateParsedMessage(incoming.message));
  assert.equal(message.type, type);
  assert.equal(message.from, user);
  assert.ok(message.to !== "", "the receiver is the bot");
  assert.ok(Math.abs(message.timestamp - Date.now()) < 60_000, "the timestamp is in milliseconds");
  assert.deepEqual(message, structuredClone(message), "the message is plain data");
  if (type === "text") {
    assert.equal(message.text, "hello");
    return;
  }
  const item: MediaItem | undefined = message[type];
  assert.ok(item !== undefined, `message.${type} is set`);
  const { bytes } = SAMPLES[type];
  assert.deepEqual(Buffer.from(await adapter.download(item)), Buffer.from(bytes));
  const raw = await adapter.downloadRaw(item.media.encrypt_query_param);
  assert.ok(raw.length >= bytes.length, "the stored bytes can be had by the reference");
}

async function inOrder({ inspector, user, received, started }: Stage): Promise<void> {
  await started();
  const texts = Array.from({ length: 12 }, (_, index) => `number ${index}`);
  for (const text of texts) await inspector.say({ from: user, text });
  await until("12 messages", () => received.length >= texts.length);
  assert.deepEqual(
    received.map(({ message }) => message.text),
    texts,
  );
}

async function refusedBySink({ inspector, user, received, started }: Stage): Promise<void> {
  let refusals = 0;
  let pending: number | undefined;
  await started(async (incoming) => {
    if (refusals === 0) {
      refusals++;
      pending = inspector.pending();
      throw new Error("no space left");
    }
    received.push(incoming);
  });
  const said = await inspector.say({ from: user, text: "keep me" });
  await until("the message", () => refusals > 0);
  assert.equal(pending, 1, "nothing is acknowledged before the sink has resolved");
  await until("the refused message once more", () => received.length > 0);
  assert.equal(refusals, 1);
  assert.equal(received[0]?.id, said.id);
  await until("the acknowledgement", () => inspector.pending() === 0);
}

async function hangingSink({ inspector, user, received, started }: Stage): Promise<void> {
  let calls = 0;
  const adapter = await started(() => {
    calls++;
    return new Promise(() => {});
  });
  const said = await inspector.say({ from: user, text: "not yet safe" });
  await until("the message", () => calls > 0);
  assert.equal(inspector.pending(), 1, "nothing is acknowledged before the sink has resolved");
  await stopsPromptly(() => adapter.stop());
  assert.equal(inspector.pending(), 1, "a stop does not acknowledge what is not safe");
  await started();
  await until("the message after the restart", () => received.length > 0);
  assert.equal(received[0]?.id, said.id);
}

async function restart({ inspector, user, received, started }: Stage): Promise<void> {
  const first = await started();
  const before = await inspector.say({ from: user, text: "before" });
  await until("the first message", () => received.length === 1);
  await stopsPromptly(() => first.stop());
  const between = await inspector.say({ from: user, text: "between" });
  await started();
  const after = await inspector.say({ from: user, text: "after" });
  const ids = (): Set<string> => new Set(received.map(({ id }) => id));
  await until("all three messages", () => ids().size >= 3);
  // A message may come twice, but then under one id.
  assert.deepEqual(ids(), new Set([before.id, between.id, after.id]));
}

async function stopped({ inspector, user, received, started }: Stage): Promise<void> {
  const adapter = await started();
  await stopsPromptly(() => adapter.stop());
  await stopsPromptly(() => adapter.stop());
  await inspector.say({ from: user, text: "anyone there?" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(received.length, 0);
  assert.equal(inspector.pending(), 1);
}

async function quoted({ inspector, user, received, started }: Stage): Promise<void> {
  await started();
  await inspector.say({ from: user, text: "three o'clock?" });
  await inspector.say({ from: user, text: "yes", quote: { text: "three o'clock?", from: user } });
  await until("the answer", () => received.length === 2);
  const message = received[1]?.message;
  assert.equal(message?.text, "yes");
  assert.equal(message?.textWithQuote, "[引用: three o'clock?]\nyes");
  assert.match(message?.quotedMessage?.text ?? "", /(?:^|\| )three o'clock\?$/);
}

/** A stop must not take as long as a long poll or a timeout. */
async function stopsPromptly(stop: () => Promise<void>): Promise<void> {
  const late = Symbol("late");
  const timer = Promise.withResolvers<symbol>();
  const timeout = setTimeout(() => timer.resolve(late), 10_000);
  const outcome = await Promise.race([stop(), timer.promise]);
  clearTimeout(timeout);
  assert.notEqual(outcome, late, "stop() must end within seconds");
}
