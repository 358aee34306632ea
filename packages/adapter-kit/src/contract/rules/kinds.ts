import assert from "node:assert/strict";
import type { ContractContext, Rule } from "../context.ts";
import { until } from "../fixture/wait.ts";

/** For setups with `pushUnsupported`. */
export const unsupportedRules: Readonly<Record<string, Rule>> = {
  "drops a message of an unsupported kind with one debug line": unsupported,
};

/** For setups with `pushForward`. */
export const forwardRules: Readonly<Record<string, Rule>> = {
  "delivers a forward as text, with a line for each message": forward,
};

async function unsupported(context: ContractContext): Promise<void> {
  const { simulator, user, received, logger, started, pushUnsupported } = context;
  await started();
  const kind = await pushUnsupported();
  await simulator.say({ from: user, text: "after it" });
  await until("the next message", () => received.length > 0 && simulator.pending() === 0);
  assert.deepEqual(
    received.map(({ message }) => message.text),
    ["after it"],
  );
  const lines = logger.lines.filter(({ message }) => DROPPED.test(message));
  assert.deepEqual(
    lines.map(({ level, fields }) => ({ level, fields })),
    [{ level: "debug", fields: { kind } }],
  );
}

const DROPPED = /(?:^|: )a message of an unsupported kind was dropped$/;

async function forward({ received, started, pushForward }: ContractContext): Promise<void> {
  await started();
  await pushForward([
    { sender: "Ann", text: "three o'clock?" },
    { sender: "Bob", text: "four,\nnot three" },
  ]);
  await until("the forward", () => received.length > 0);
  const message = received[0]?.message;
  assert.equal(message?.type, "text");
  assert.equal(message.text, "Ann: three o'clock?\nBob: four, not three");
}
