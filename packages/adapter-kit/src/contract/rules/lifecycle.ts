import assert from "node:assert/strict";
import { isBotwrightError } from "@botwright/core";
import type { Rule, ContractContext } from "../context.ts";
import { rejectionOf } from "../fixture/rejections.ts";
import { promptly, until } from "../fixture/wait.ts";

/** Starts and stops. */
export const lifecycleRules: Readonly<Record<string, Rule>> = {
  "starts and stops ten times": tenTimes,
  "can be stopped while it starts, and started again": stopDuringStart,
  "refuses a second start": secondStart,
};

async function tenTimes({ simulator, user, received, adapter }: ContractContext): Promise<void> {
  const made = adapter();
  const texts: string[] = [];
  for (let round = 0; round < 10; round++) {
    await made.start(async (incoming) => received.push(incoming));
    texts.push(`in round ${round}`);
    await simulator.say({ from: user, text: `in round ${round}` });
    const text = texts.at(-1);
    await until(`a message ${text}`, () => received.some(({ message }) => message.text === text));
    await promptly("stop()", made.stop());
    texts.push(`after round ${round}`);
    await simulator.say({ from: user, text: `after round ${round}` });
  }
  await made.start(async (incoming) => received.push(incoming));
  await until("what came after the last stop", () => simulator.pending() === 0);
  // A redelivered message may come after messages that were sent later.
  const seen = new Set(received.map(({ message }) => message.text));
  assert.deepEqual(seen, new Set(texts), "nothing is lost");
}

async function stopDuringStart({
  simulator,
  user,
  received,
  adapter,
}: ContractContext): Promise<void> {
  const made = adapter();
  for (const ms of [0, 300]) {
    if (ms > 0) simulator.fault("slow", { ms });
    const starting = made.start(async (incoming) => received.push(incoming)).catch(() => {});
    if (ms > 0) await until("a request", () => simulator.requests().length > 0);
    await promptly("a stop during a start", made.stop());
    await promptly("the start", starting);
  }
  await simulator.say({ from: user, text: "hello" });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(received.length, 0, "it does not run");
  await made.start(async (incoming) => received.push(incoming));
  await until("the message", () => received.length > 0);
}

async function secondStart({ simulator, user, received, started }: ContractContext): Promise<void> {
  const made = await started();
  const error = await rejectionOf(
    "a second start",
    made.start(async () => {}),
  );
  assert.ok(isBotwrightError(error));
  assert.equal(error.code, "ALREADY_STARTED");
  await simulator.say({ from: user, text: "still there?" });
  await until("the message", () => received.length > 0);
}
