import { type PlatformAdapter, type PlatformBinding, PLATFORMS } from "@botwright/core";
import { loadBinding } from "@botwright/harness";
import { startSimulator } from "@botwright/simulators";
import type { CapabilityRow } from "./capability-table.ts";

/** How bots are bound, in the order of the tables. */
export const BINDINGS: readonly PlatformBinding[] = await Promise.all(PLATFORMS.map(loadBinding));

/** An adapter that was never started, bound to what a simulator names. */
export async function createIdleAdapter(binding: PlatformBinding): Promise<PlatformAdapter> {
  await using simulator = await startSimulator(binding.platform);
  return binding.createAdapter(
    simulator.bind?.() ?? simulator.credentials,
    simulator.adapterOptions,
  );
}

/** What the adapters declare. */
export const DECLARED: readonly CapabilityRow[] = await Promise.all(
  BINDINGS.map(async (binding) => {
    const adapter = await createIdleAdapter(binding);
    const cancelTyping = adapter.cancelTyping !== undefined;
    return { binding, capabilities: adapter.capabilities, cancelTyping };
  }),
);
