import assert from "node:assert/strict";
import { sampleFile, send } from "../fixture/samples.ts";
import type { Rule, ContractContext } from "../context.ts";
import { until } from "../fixture/wait.ts";

/** The rules of outbound messages. */
export const sendingRules: Readonly<Record<string, Rule>> = {
  "keeps the order of sends that are not awaited": inOrder,
  "keeps the order of texts and media that are not awaited": mixedOrder,
  "keeps the order behind a send that takes long": behindSlow,
  "sends nothing that was given up before its turn": givenUp,
  "ignores an empty text": empty,
  "shows once what it sent again because the answer was lost, or says that it does not know": lost,
  "goes on sending after a stop": afterStop,
};

async function inOrder({ simulator, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  const texts = Array.from({ length: 8 }, (_, index) => `part ${index}`);
  await Promise.all(texts.map((text) => adapter.sendText(user, text)));
  assert.deepEqual(textsOf(simulator), texts);
}

async function mixedOrder({
  simulator,
  setup,
  user,
  other,
  inChat,
}: ContractContext): Promise<void> {
  const adapter = await inChat();
  const kinds = setup.capabilities.send.filter((type) => type !== "text");
  await Promise.all(
    [user, other].flatMap((to) =>
      kinds.flatMap((type) => [
        adapter.sendText(to, `before ${type}`),
        send(adapter, type, to, sampleFile(type, 200_000)),
        adapter.sendText(to, `after ${type}`),
      ]),
    ),
  );
  const expected = kinds.flatMap((type) => [`before ${type}`, type, `after ${type}`]);
  for (const person of [user, other]) {
    const sent = simulator.sent().filter(({ to }) => to === person);
    assert.deepEqual(
      sent.map(({ type, text }) => (type === "text" ? text : type)),
      expected,
    );
  }
}

async function behindSlow({ simulator, setup, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  simulator.fault("slow", { ms: 100, method: setup.sendCall });
  await Promise.all(["first", "second"].map((text) => adapter.sendText(user, text)));
  assert.deepEqual(textsOf(simulator), ["first", "second"]);
}

async function givenUp({ simulator, setup, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  const aborter = new AbortController();
  const { signal } = aborter;
  const reason = new Error("given up");
  const slow = simulator.fault("slow", { ms: 500, method: setup.sendCall });
  const sends = [
    adapter.sendText(user, "first", { signal }),
    ...setup.capabilities.send.map((type) => send(adapter, type, user, undefined, { signal })),
    adapter.sendText(user, "last"),
  ];
  await until("the first send", () => slow.hits > 0);
  aborter.abort(reason);
  const outcomes = await Promise.allSettled(sends);
  for (const outcome of outcomes.slice(1, -1)) {
    assert.ok(outcome.status === "rejected", "what was given up must reject");
    assert.equal(outcome.reason, reason);
  }
  assert.deepEqual(textsOf(simulator), ["first", "last"]);
}

async function empty({ simulator, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  for (const text of ["", " ", "\n\n"]) {
    assert.equal((await adapter.sendText(user, text)).status, "ignored", JSON.stringify(text));
  }
  assert.equal(simulator.sent().length, 0);
}

async function lost({ simulator, setup, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  const fault = simulator.fault("lost-reply", { method: setup.sendCall });
  const outcome = await adapter.sendText(user, "did this arrive?").then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  assert.equal(fault.hits, 1);
  assert.deepEqual(textsOf(simulator), ["did this arrive?"], "an adapter does not send it twice");
  if (outcome === "sent") return;
  assert.ok(outcome instanceof Error && "code" in outcome, "a typed error");
  assert.match(String(outcome.code), /^NETWORK_/);
  assert.ok("deliveryUnknown" in outcome && outcome.deliveryUnknown === true);
}

async function afterStop({ simulator, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  await adapter.stop();
  // Handlers that still run after a stop may answer.
  await adapter.sendText(user, "here is the answer");
  await until("the answer", () => simulator.sent().length === 1);
}

function textsOf(simulator: ContractContext["simulator"]): (string | undefined)[] {
  return simulator.sent().map(({ text }) => text);
}
