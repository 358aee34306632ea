import assert from "node:assert/strict";
import type { AdapterState } from "@botwright/core";
import { createInboxRecorder } from "./duplicates.ts";
import type { Rule, ContractContext } from "../context.ts";
import { startThread, type AdapterThread } from "../thread/thread-host.ts";
import { until } from "../fixture/wait.ts";

/**
 * A process can die at any step. The adapter runs in a worker thread that the test terminates together with its
 * sockets; state and inbox live in the test's thread, as on a disk.
 */
export const killRules: Readonly<Record<string, Rule>> = {
  "loses nothing when it is killed between receiving and accepting": (context) =>
    killed(context, "received"),
  "loses nothing when it is killed between accepting and knowing of it": (context) =>
    killed(context, "accepted"),
  "loses nothing when it is killed before it writes down what was accepted": (context) =>
    killed(context, "writing"),
  "loses nothing when it is killed after it wrote that down": (context) =>
    killed(context, "written"),
};

/** How far the message got when the thread is killed. */
type Step = "received" | "accepted" | "writing" | "written";

async function killed(context: ContractContext, step: Step): Promise<void> {
  const { simulator, user, fixture } = context;
  const { inbox, handled } = createInboxRecorder();
  let isAccepted = false;
  let isHalted = false;
  /** Never settles: the thread is terminated before it gets an answer. */
  function halt(): Promise<never> {
    isHalted = true;
    return new Promise(() => {});
  }
  const state: AdapterState = {
    ...context.state,
    async set(key, value, options) {
      if (isAccepted && step === "writing") await halt();
      await context.state.set(key, value, options);
      if (isAccepted && step === "written") await halt();
    },
  };

  await using thread: AdapterThread = await startThread(context, {
    state,
    async sink(incoming) {
      if (step === "received") await halt();
      await inbox.accept(incoming);
      isAccepted = true;
      if (step === "accepted") await halt();
    },
  });
  fixture.route(thread);
  await thread.start();
  const first = await simulator.say({ from: user, text: "first" });
  // An adapter that writes nothing to its state is killed after its acknowledgement.
  await until("the step", () => isHalted || (isAccepted && simulator.pending() === 0));
  await thread[Symbol.asyncDispose]();

  await context.started((incoming) => inbox.accept(incoming));
  const second = await simulator.say({ from: user, text: "second" });
  await until("both messages", () => handled.length >= 2 && simulator.pending() === 0);
  // A redelivered message may come after messages that were sent later.
  assert.deepEqual(handled.toSorted(), [first.id, second.id].toSorted(), "each is handled once");
}
