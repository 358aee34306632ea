import {
  type AdapterCapabilities,
  type AdapterStatus,
  BotwrightError,
  type BotRuntimeOptions,
  createBotRuntime,
  type DispatchResult,
  type Platform,
} from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import type { SentMessage, SimulatedPlatform } from "@botwright/harness";

/** A simulated platform with a bot on it. */
export interface DevPlatform extends AsyncDisposable {
  readonly platform: Platform;
  readonly simulator: SimulatedPlatform["simulator"];
  readonly capabilities: AdapterCapabilities;
  readonly status: AdapterStatus;
  /** The platform's id for a person by this name. */
  readonly idOf: (name: string) => string;
  /** Resolves when the bot is done with the message of this exact id. */
  readonly done: (id: string) => Promise<DispatchResult>;
  /** What the bot has sent since the last time. */
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
  const turns = new Map<string, PromiseWithResolvers<DispatchResult>>();
  let sent = 0;

  function turnOf(id: string): PromiseWithResolvers<DispatchResult> {
    const known = turns.get(id) ?? Promise.withResolvers<DispatchResult>();
    // Nobody may be waiting for it.
    known.promise.catch(() => {});
    turns.set(id, known);
    return known;
  }

  const runtime = createBotRuntime({
    ...options,
    adapter,
    onEvent(event) {
      options.onEvent?.(event);
      if (event.type === "message-done") turnOf(event.messageId).resolve(event.result);
      if (event.type === "message-failed") {
        const { code, message } = event.error;
        turnOf(event.messageId).reject(new BotwrightError(message, { code }));
      }
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
    idOf: (name) => connected.idOf(name),
    done: (id) => turnOf(id).promise.finally(() => turns.delete(id)),
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
