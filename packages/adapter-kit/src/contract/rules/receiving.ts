import assert from "node:assert/strict";
import { assertValid, validateParsedMessage } from "@botwright/core";
import type { Rule, ContractContext } from "../context.ts";
import { sample, sampleFile } from "../fixture/samples.ts";
import { promptly, until } from "../fixture/wait.ts";

/** The rules of inbound messages. */
export const receivingRules: Readonly<Record<string, Rule>> = {
  // spec: message.type, message.from, message.to, message.timestamp
  "delivers plain, valid messages under the platform's exact ids": wellFormed,
  "delivers one user's messages in order": inOrder,
  "delivers texts and media in the order they were sent": mixedOrder,
  "lets a slow message hold no other chat's": otherChats,
  "acknowledges only what the sink has accepted": refusedBySink,
  "stops promptly while the sink hangs, and the message comes again": hangingSink,
  "goes on after a restart and loses nothing": restart,
  "receives nothing after a stop, which may be called twice": stopped,
};

async function wellFormed({
  simulator,
  setup,
  user,
  received,
  started,
}: ContractContext): Promise<void> {
  await started();
  const ids: string[] = [];
  for (const type of setup.capabilities.receive) {
    ids.push((await simulator.say(sample(type, user))).id);
  }
  await until("a message of each kind", () => received.length >= ids.length);
  for (const [index, type] of setup.capabilities.receive.entries()) {
    const incoming = received[index];
    assert.equal(incoming?.id, ids[index], "the id is the platform's exact one");
    const message = assertValid("message", validateParsedMessage(incoming?.message));
    assert.equal(message.type, type);
    assert.equal(message.from, user);
    assert.ok(message.to !== "", "the receiver is the bot");
    assert.ok(Math.abs(message.timestamp - Date.now()) < 60_000, "timestamps are milliseconds");
    assert.deepEqual(message, structuredClone(message), "the message is plain data");
    if (type === "text") assert.equal(message.text, "hello");
    else assert.ok(message[type] !== undefined, `message.${type} is set`);
  }
}

async function inOrder({ simulator, user, received, started }: ContractContext): Promise<void> {
  await started();
  const texts = Array.from({ length: 12 }, (_, index) => `number ${index}`);
  for (const text of texts) await simulator.say({ from: user, text });
  await until("12 messages", () => received.length >= texts.length);
  assert.deepEqual(
    received.map(({ message }) => message.text),
    texts,
  );
}

async function mixedOrder({
  simulator,
  setup,
  user,
  received,
  started,
}: ContractContext): Promise<void> {
  await started();
  const kinds = setup.capabilities.receive.filter((type) => type !== "text");
  for (const type of kinds) {
    await simulator.say({ from: user, text: `before ${type}` });
    await simulator.say(sample(type, user, sampleFile(type, 200_000)));
    await simulator.say({ from: user, text: `after ${type}` });
  }
  await until("all messages", () => received.length >= 3 * kinds.length);
  assert.deepEqual(
    received.map(({ message }) => (message.type === "text" ? message.text : message.type)),
    kinds.flatMap((type) => [`before ${type}`, type, `after ${type}`]),
  );
}

async function otherChats({
  simulator,
  setup,
  user,
  other,
  started,
}: ContractContext): Promise<void> {
  const slow = Promise.withResolvers<void>();
  const called: string[] = [];
  const taken = new Set<string>();
  await started(async ({ message }) => {
    called.push(message.from);
    if (message.from === user) await slow.promise;
    taken.add(message.from);
  });
  await simulator.say({ from: user, text: "a long story" });
  await until("the slow one's message", () => called.includes(user));
  await simulator.say({ from: other, text: "quickly" });
  // On a platform with one cursor or one call for all chats, the other chat waits until this message is accepted.
  if (setup.isSequential === true) slow.resolve();
  await until("the other one's message", () => taken.has(other));
  if (setup.isSequential !== true) assert.ok(!taken.has(user), "the slow one is under way still");
  slow.resolve();
  await until("both messages", () => simulator.pending() === 0);
  assert.deepEqual(taken, new Set([user, other]));
}

async function refusedBySink({
  simulator,
  user,
  received,
  started,
}: ContractContext): Promise<void> {
  let refusals = 0;
  let pending: number | undefined;
  await started(async (incoming) => {
    if (refusals === 0) {
      refusals++;
      pending = simulator.pending();
      throw new Error("no space left");
    }
    received.push(incoming);
  });
  const said = await simulator.say({ from: user, text: "keep me" });
  await until("the message", () => refusals > 0);
  assert.equal(pending, 1, "nothing is acknowledged before the sink has resolved");
  await until("the refused message once more", () => received.length > 0);
  assert.equal(received[0]?.id, said.id);
  await until("the acknowledgement", () => simulator.pending() === 0);
}

async function hangingSink({ simulator, user, received, started }: ContractContext): Promise<void> {
  let calls = 0;
  const adapter = await started(() => {
    calls++;
    return new Promise(() => {});
  });
  const said = await simulator.say({ from: user, text: "not yet safe" });
  await until("the message", () => calls > 0);
  assert.equal(simulator.pending(), 1, "nothing is acknowledged before the sink has resolved");
  await promptly("stop()", adapter.stop());
  assert.equal(simulator.pending(), 1, "a stop does not acknowledge what is not safe");
  await started();
  await until("the message after the restart", () => received.length > 0);
  assert.equal(received[0]?.id, said.id);
}

async function restart({ simulator, user, received, started }: ContractContext): Promise<void> {
  const first = await started();
  const before = await simulator.say({ from: user, text: "before" });
  await until("the first message", () => received.length > 0);
  await promptly("stop()", first.stop());
  const between = await simulator.say({ from: user, text: "between" });
  await started();
  const after = await simulator.say({ from: user, text: "after" });
  const ids = (): Set<string> => new Set(received.map(({ id }) => id));
  await until("all three messages", () => ids().size >= 3);
  // A message may come twice, but then under the same id.
  assert.deepEqual(ids(), new Set([before.id, between.id, after.id]));
}

async function stopped({ simulator, user, received, started }: ContractContext): Promise<void> {
  const adapter = await started();
  await promptly("stop()", adapter.stop());
  await promptly("a second stop()", adapter.stop());
  await simulator.say({ from: user, text: "anyone there?" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(received.length, 0);
  assert.equal(simulator.pending(), 1);
}
