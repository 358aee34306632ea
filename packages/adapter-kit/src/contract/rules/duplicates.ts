import assert from "node:assert/strict";
import { createMemoryInbox, type Inbox } from "@botwright/core";
import type { Rule, ContractContext } from "../context.ts";
import { until } from "../fixture/wait.ts";

/** Platforms deliver a message more than once; the bot must handle it once. */
export const duplicateRules: Readonly<Record<string, Rule>> = {
  "delivers a message once that is delivered again while it is under way": underWay,
  "leads to one handling, with an inbox, of a message that is delivered again after it was accepted":
    afterwards,
  "leads to one handling each, with an inbox, when all is delivered again after a restart":
    restarted,
};

/** Makes an inbox, and the list of the ids that were handled. */
export function createInboxRecorder(): { readonly inbox: Inbox; readonly handled: string[] } {
  const inbox = createMemoryInbox();
  const handled: string[] = [];
  inbox.process(async ({ id }) => handled.push(id));
  return { inbox, handled };
}

async function underWay({ simulator, user, started }: ContractContext): Promise<void> {
  const safe = Promise.withResolvers<void>();
  const seen: string[] = [];
  await started(async ({ id }) => {
    seen.push(id);
    await safe.promise;
  });
  simulator.fault("duplicate");
  const said = await simulator.say({ from: user, text: "once" });
  await until("the message", () => seen.length > 0);
  // Longer than a simulator waits before it redelivers.
  await new Promise((resolve) => setTimeout(resolve, 700));
  // Only a repeat in flight is filtered here; a later one reaches the sink, whose inbox knows what it has accepted.
  assert.deepEqual(seen, [said.id]);
  safe.resolve();
  await until("the acknowledgement", () => simulator.pending() === 0);
}

async function afterwards({ simulator, user, started }: ContractContext): Promise<void> {
  const { inbox, handled } = createInboxRecorder();
  await started((incoming) => inbox.accept(incoming));
  const first = await simulator.say({ from: user, text: "first" });
  await until("the first message", () => handled.includes(first.id));
  simulator.fault("duplicate");
  const second = await simulator.say({ from: user, text: "second" });
  await until("the second message", () => handled.includes(second.id));
  const third = await simulator.say({ from: user, text: "third" });
  await until("the third message", () => handled.includes(third.id));
  await until("the acknowledgement", () => simulator.pending() === 0);
  assert.deepEqual(handled, [first.id, second.id, third.id]);
}

async function restarted({ simulator, user, started }: ContractContext): Promise<void> {
  const { inbox, handled } = createInboxRecorder();
  const said: string[] = [];
  for (let round = 0; round < 3; round++) {
    const adapter = await started((incoming) => inbox.accept(incoming));
    simulator.fault("duplicate");
    said.push((await simulator.say({ from: user, text: `in round ${round}` })).id);
    await until("the message", () => handled.length >= said.length);
    await adapter.stop();
    simulator.fault("duplicate");
    said.push((await simulator.say({ from: user, text: `after round ${round}` })).id);
  }
  await started((incoming) => inbox.accept(incoming));
  await until("all messages", () => simulator.pending() === 0 && handled.length >= said.length);
  // A redelivered message may come after messages that were sent later.
  assert.deepEqual(handled.toSorted(), said.toSorted());
}
