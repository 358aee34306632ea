import type { Logger, Platform } from "@botwright/core";
import type { Chat } from "./chat.ts";
import { connectSimulator } from "./connect-simulator.ts";

/** Options of {@link createSimulatedChat}. */
export interface SimulatedChatOptions {
  readonly platform: Platform;
  readonly logger: Logger;
}

/** A chat on a platform's simulator, through the real adapter. */
export async function createSimulatedChat(options: SimulatedChatOptions): Promise<Chat> {
  const connected = await connectSimulator(options.platform, { logger: options.logger });
  const { simulator, adapter } = connected;
  /** The names of people who have not written yet, by their ids. */
  const names = new Map<string, string>();
  return {
    adapter,
    idOf(name) {
      const id = connected.idOf(name);
      names.set(id, name);
      return id;
    },
    async say(message) {
      const { from } = message;
      const name = names.get(from);
      // The person's name in the test is also their name on the platform.
      if (name !== undefined) simulator.introduce({ id: from, name });
      names.delete(from);
      const { id } = await simulator.say(message);
      return id;
    },
    sent: () => simulator.sent(),
    typings: () => simulator.typing().reduce((sum, { times }) => sum + times, 0),
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  };
}
