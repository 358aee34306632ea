import assert from "node:assert/strict";
import type { AdapterState } from "@botwright/core";
import { createKeeper } from "./duplicates.ts";
import type { Rule, Stage } from "./stage.ts";
import { startThread, type AdapterThread } from "./thread-host.ts";
import { until } from "./wait.ts";

/**
 * A process can die at any step. The adapter runs in a thread of its own and is killed there,
 * sockets and all; state and inbox live outside, as on a disk.
 */
export const killRules: Readonly<Record<string, Rule>> = {
  "loses nothing when it is killed between receiving and accepting": (stage) =>
    killed(stage, "received"),
  "loses nothing when it is killed between accepting and knowing of it": (stage) =>
    killed(stage, "accepted"),
  "loses nothing when it is killed before it writes down what was accepted": (stage) =>
    killed(stage, "writing"),
  "loses nothing when it is killed after it wrote that down": (stage) => killed(stage, "written"),
};

/** How far the message got when the thread is killed. */
type Step = "received" | "accepted" | "writing" | "written";

async function killed(stage: Stage, step: Step): Promise<void> {
  const { simulator, user, scene } = stage;
  const { inbox, handled } = createKeeper();
  let isAccepted = false;
  let isHalted = false;
  /** What was called never ends: the thread is dead before it gets an answer. */
  function halt(): Promise<never> {
    isHalted = true;
    return new Promise(() => {});
  }
  const state: AdapterState = {
    ...stage.state,
    async set(key, value, options) {
      if (isAccepted && step === "writing") await halt();
      await stage.state.set(key, value, options);
      if (isAccepted && step === "written") await halt();
    },
  };

  await using thread: AdapterThread = await startThread(stage, {
    state,
    async sink(incoming) {
      if (step === "received") await halt();
      await inbox.accept(incoming);
      isAccepted = true;
      if (step === "accepted") await halt();
    },
  });
  scene.route(thread);
  await thread.start();
  const first = await simulator.say({ from: user, text: "first" });
  // An adapter that has nothing to write down is killed after its acknowledgement.
  await until("the step", () => isHalted || (isAccepted && simulator.pending() === 0));
  await thread[Symbol.asyncDispose]();

  await stage.started((incoming) => inbox.accept(incoming));
  const second = await simulator.say({ from: user, text: "second" });
  await until("both messages", () => handled.length >= 2 && simulator.pending() === 0);
  // What a platform has to repeat may come behind what was said later.
  assert.deepEqual(handled.toSorted(), [first.id, second.id].toSorted(), "each is handled once");
}
