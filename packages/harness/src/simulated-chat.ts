import { createBot, type Logger, type Platform, type Variant } from "@botwright/core";
import type { Chat } from "./chat.ts";
import { connectSimulator } from "./connect-simulator.ts";

/** Options of {@link createSimulatedChat}. */
export interface SimulatedChatOptions {
  readonly platform: Platform;
  readonly variant: Variant;
  readonly logger: Logger;
}

/** A chat on a platform's simulator, through the real adapter. */
export async function createSimulatedChat(options: SimulatedChatOptions): Promise<Chat> {
  const { platform, variant, logger } = options;
  const connected = await connectSimulator(platform, { logger });
  const { simulator, adapter } = connected;
  /** The names of people who have not written yet, by their ids. */
  const names = new Map<string, string>();
  /** By exact id: resolved when the bot is done with the message. */
  const turns = new Map<string, PromiseWithResolvers<void>>();

  function turnOf(id: string): PromiseWithResolvers<void> {
    const known = turns.get(id) ?? Promise.withResolvers<void>();
    turns.set(id, known);
    return known;
  }

  return {
    platform,
    bot: createBot(adapter, { variant }),
    idOf(name) {
      const id = connected.idOf(name);
      names.set(id, name);
      return id;
    },
    start: (receive) =>
      adapter.start(async (incoming) => {
        const turn = turnOf(incoming.id);
        await receive(incoming).then(turn.resolve, turn.reject);
      }),
    async say(message) {
      const { from } = message;
      const name = names.get(from);
      // The person's name in the test is also their name on the platform.
      if (name !== undefined) simulator.introduce({ id: from, name });
      names.delete(from);
      const { id } = await simulator.say(message);
      await turnOf(id).promise;
      turns.delete(id);
      return id;
    },
    sent: () => simulator.sent(),
    typings: () => simulator.typing().reduce((sum, { times }) => sum + times, 0),
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  };
}
