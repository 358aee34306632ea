import { type HostCalls, openHostCalls, type RunInTurn } from "@botwright/core";
import { expect, test } from "vitest";
import { createSingleContext } from "./single-context.ts";

/** Host calls whose writes are conditional, as those of a bot's runs are. */
function open(): HostCalls {
  const { context } = createSingleContext();
  const conflicts = {
    mayRestart: async () => false,
    restart: () => false,
    onOverwrite: () => {},
    draftOf: () => undefined,
  };
  return openHostCalls({ context, permissions: undefined, conflicts });
}

/** Makes values that see whether their members are read in a turn, after their call was made. */
function watchReads() {
  const reads: boolean[] = [];
  let isMade = false;
  let isInTurn = false;
  const inTurn: RunInTurn = (step) => {
    const outer = isInTurn;
    isInTurn = true;
    const result = step();
    isInTurn = outer;
    return result;
  };

  /** Makes a call, and says of each read of its values whether it was in a turn. */
  async function readsOf(make: (inTurn: RunInTurn) => Promise<unknown>): Promise<boolean[]> {
    reads.length = 0;
    isMade = false;
    const made = make(inTurn);
    isMade = true;
    await made;
    return [...reads];
  }

  const value = (text: string) => ({
    get text() {
      if (isMade) reads.push(isInTurn);
      return text;
    },
  });
  return { value, readsOf };
}

test("values are read in their caller's turns, whatever is done with them", async () => {
  const calls = open();
  const { value, readsOf } = watchReads();
  await calls.run("storage.set", ["notes", { text: "milk" }]);
  await calls.run("storage.get", ["notes"]);
  const made = [
    // Over a value that the run has read: it is compared, written and noted.
    await readsOf((inTurn) => calls.run("storage.set", ["notes", value("bread")], { inTurn })),
    await readsOf((inTurn) =>
      calls.run("storage.compareAndSet", ["notes", value("bread"), value("tea")], { inTurn }),
    ),
    await readsOf((inTurn) =>
      calls.run("storage.compareAndSet", ["notes", value("no"), value("tea")], { inTurn }),
    ),
  ];
  for (const reads of made) {
    expect(reads).not.toEqual([]);
    expect(reads).not.toContain(false);
  }
  expect(await calls.run("storage.get", ["notes"])).toEqual({ text: "tea" });
});
