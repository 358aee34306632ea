import type { Platform, PlatformAdapter } from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import type { Simulator } from "@botwright/simulators";

/** A platform with a real adapter bound to it, not yet started. */
export interface OpenPlatform extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly adapter: PlatformAdapter;
  /** The ids of three people on this platform. */
  readonly users: readonly [string, string, string];
}

/** Opens a platform. */
export async function openPlatform(platform: Platform): Promise<OpenPlatform> {
  const connected = await connectSimulator(platform);
  const { simulator, adapter, idOf } = connected;
  return {
    simulator,
    adapter,
    users: [idOf("one"), idOf("two"), idOf("three")],
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  };
}
