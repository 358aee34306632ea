import { createBot, type Logger, type Platform, type Variant } from "@botwright/core";
import type { SayInput, SentMessage } from "@botwright/simulators";
import type { Chat, Said, SentItem } from "./chat.ts";
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
    idOf: connected.idOf,
    start: (receive) =>
      adapter.start(async (incoming) => {
        const turn = turnOf(incoming.id);
        await receive(incoming).then(turn.resolve, turn.reject);
      }),
    async say(said) {
      const { id } = await simulator.say(toSayInput(said));
      await turnOf(id).promise;
      turns.delete(id);
      return id;
    },
    sent: () => simulator.sent().map(toSentItem),
    typings: () => simulator.typing().reduce((sum, { times }) => sum + times, 0),
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  };
}

function toSayInput(said: Said): SayInput {
  const { from, caption, quote } = said;
  const common = { from, ...(caption !== undefined && { caption }), ...(quote && { quote }) };
  if (said.type === "text") return { ...common, text: said.text };
  const { bytes, name, transcription } = said;
  const medium = {
    bytes,
    ...(name !== undefined && { name }),
    ...(transcription !== undefined && { transcription }),
  };
  switch (said.type) {
    case "image":
      return { ...common, image: medium };
    case "voice":
      return { ...common, voice: medium };
    case "video":
      return { ...common, video: medium };
    default:
      return { ...common, file: medium };
  }
}

function toSentItem({ to, type, text, bytes, name }: SentMessage): SentItem {
  return {
    to,
    type,
    ...(text !== undefined && { text }),
    ...(bytes !== undefined && { bytes }),
    ...(name !== undefined && { name }),
  };
}
