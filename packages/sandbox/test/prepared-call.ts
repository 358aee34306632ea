import type { Executor } from "../src/machine/executor.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import { type CallInput, type GuestLimits, guestLimits } from "../src/protocol/call-messages.ts";
import { PLAIN_SNAPSHOT } from "./worker-fixture.ts";

const { memoryBytes } = DEFAULT_LIMITS;

/** Loads a file into an executor and prepares its machine; returns what a call of the file starts with. */
export async function prepareCall(
  executor: Executor,
  source: string,
  limits: GuestLimits = guestLimits(DEFAULT_LIMITS),
): Promise<CallInput> {
  await executor.prepare(memoryBytes);
  const loaded = executor.load(source, guestLimits(DEFAULT_LIMITS));
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const plugin = executor.images.get(1) === undefined ? 1 : 2;
  executor.images.add(plugin, loaded.diff);
  const image = executor.images.get(plugin);
  if (image === undefined) throw new Error("the image is lost");
  await executor.prepare(memoryBytes);
  const start = { now: 0, seed: 1, key: "00".repeat(32) };
  return { image, snapshot: JSON.stringify(PLAIN_SNAPSHOT), start, media: undefined, limits };
}
