import {
  type AdapterCapabilities,
  createBot,
  createDispatcher,
  createMemoryInbox,
  type DispatchResult,
  type DispatcherOptions,
  type IncomingMessage,
  type Platform,
} from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import type { SentMessage, SimulatedPlatform } from "@botwright/harness";

/** A simulated platform with a bot on it. */
export interface DevPlatform extends AsyncDisposable {
  readonly platform: Platform;
  readonly simulator: SimulatedPlatform["simulator"];
  readonly capabilities: AdapterCapabilities;
  /** The platform's id for a person by this name. */
  readonly idOf: (name: string) => string;
  /** Resolves when the bot is done with the message of this exact id. */
  readonly done: (id: string) => Promise<DispatchResult>;
  /** What the bot has sent since the last time. */
  readonly takeSent: () => readonly SentMessage[];
}

/** Options of {@link openPlatform}. */
export interface DevPlatformOptions extends Omit<DispatcherOptions, "bot"> {
  /** Goes around the work on each message. */
  readonly around: (
    incoming: IncomingMessage,
    work: () => Promise<DispatchResult>,
  ) => Promise<DispatchResult>;
}

/** Starts a platform: wire → adapter → inbox → dispatcher, as in production. */
export async function openPlatform(
  platform: Platform,
  { around, ...options }: DevPlatformOptions,
): Promise<DevPlatform> {
  const { logger } = options;
  const connected = await connectSimulator(platform, { ...(logger && { logger }) });
  const { simulator, adapter } = connected;
  const dispatcher = createDispatcher({ ...options, bot: createBot(adapter) });
  const inbox = createMemoryInbox({ ...(logger && { logger }) });
  const turns = new Map<string, PromiseWithResolvers<DispatchResult>>();
  let sent = 0;

  function turnOf(id: string): PromiseWithResolvers<DispatchResult> {
    const known = turns.get(id) ?? Promise.withResolvers<DispatchResult>();
    // Nobody may be waiting for it.
    known.promise.catch(() => {});
    turns.set(id, known);
    return known;
  }

  inbox.process(async (incoming) => {
    const { resolve, reject } = turnOf(incoming.id);
    await around(incoming, () => dispatcher.dispatch(incoming)).then(resolve, reject);
  });
  await adapter.start((incoming) => inbox.accept(incoming));
  return {
    platform,
    simulator,
    capabilities: adapter.capabilities,
    idOf: (name) => connected.idOf(name),
    done: (id) => turnOf(id).promise.finally(() => turns.delete(id)),
    takeSent() {
      const all = simulator.sent();
      const fresh = all.slice(sent);
      sent = all.length;
      return fresh;
    },
    async [Symbol.asyncDispose]() {
      await adapter.stop();
      await inbox.drain();
      await inbox.close();
      await connected[Symbol.asyncDispose]();
    },
  };
}
