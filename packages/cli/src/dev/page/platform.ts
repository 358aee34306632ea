import {
  type AdapterCapabilities,
  type AdapterStatus,
  type BotRuntimeOptions,
  createBotRuntime,
  type DispatchResult,
  type Platform,
} from "@botwright/core";
import { connectSimulator, createMessageResults } from "@botwright/harness";
import type { SentMessage, SimulatedPlatform } from "@botwright/harness";

/** A simulated platform with a bot on it. */
export interface DevPlatform extends AsyncDisposable {
  readonly platform: Platform;
  readonly simulator: SimulatedPlatform["simulator"];
  readonly capabilities: AdapterCapabilities;
  readonly status: AdapterStatus;
  /** The platform's id for the person of this name. */
  readonly idOf: (name: string) => string;
  /** The name for which {@link idOf} returned this id. */
  readonly nameOf: (id: string) => string | undefined;
  /** Resolves when the bot has handled the message of this exact id. */
  readonly done: (id: string) => Promise<DispatchResult>;
  /** Returns the messages that the bot has sent since the last call. */
  readonly takeSent: () => readonly SentMessage[];
}

/** Starts a platform: wire → adapter → inbox → dispatcher, as in production. */
export async function openPlatform(
  platform: Platform,
  options: Omit<BotRuntimeOptions, "adapter">,
): Promise<DevPlatform> {
  const { logger } = options;
  const connected = await connectSimulator(platform, { ...(logger && { logger }) });
  const { simulator, adapter } = connected;
  const results = createMessageResults();
  const names = new Map<string, string>();
  let sent = 0;

  const runtime = createBotRuntime({
    ...options,
    adapter,
    onEvent(event) {
      options.onEvent?.(event);
      results.onEvent(event);
    },
  });
  await runtime.start();
  return {
    platform,
    simulator,
    capabilities: adapter.capabilities,
    get status() {
      return runtime.status;
    },
    idOf(name) {
      const id = connected.idOf(name);
      names.set(id, name);
      return id;
    },
    nameOf: (id) => names.get(id),
    done: results.of,
    takeSent() {
      const all = simulator.sent();
      const fresh = all.slice(sent);
      sent = all.length;
      return fresh;
    },
    async [Symbol.asyncDispose]() {
      await runtime.stop();
      await connected[Symbol.asyncDispose]();
    },
  };
}
