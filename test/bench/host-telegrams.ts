import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type SharedAddress, startSimulator, type TelegramSimulator } from "@botwright/simulators";
import { createPeople, isInOrder, type People } from "./wire-bot.ts";

/** Telegram bots whose simulators share one address, which distinguishes the bots by their tokens as Telegram does. */
export interface Telegrams extends AsyncDisposable {
  readonly url: string;
  readonly tokens: readonly string[];
  /** Sends this number of messages without pauses, to one bot after another; resolves when all are answered. */
  burst(messages: number): Promise<{ perSecond: number; inOrder: boolean }>;
}

/** Starts the simulators of Telegram bots, to each of which people write in a number of chats. */
export async function startTelegrams(count: number, chats: number): Promise<Telegrams> {
  const handlers = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const token = /\/bot([^/]*)\//.exec(request.url ?? "")?.[1] ?? "";
    const handler = handlers.get(token);
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const bots: { simulator: TelegramSimulator; people: People; token: string }[] = [];
  for (let index = 0; index < count; index++) {
    const token = `${7_000_000_000 + index}:${"t".repeat(35)}`;
    const own: SharedAddress = {
      url,
      mount(handler) {
        handlers.set(token, handler);
        return { url, close: async () => void handlers.delete(token) };
      },
      close: async () => {},
      [Symbol.asyncDispose]: async () => {},
    };
    const simulator = await startSimulator("telegram", { address: own, token, requestLog: 1 });
    bots.push({ simulator, people: createPeople(simulator, chats), token });
  }
  return {
    url,
    tokens: bots.map(({ token }) => token),
    async burst(messages) {
      const started = performance.now();
      for (let index = 0; index < messages; index++) await bots[index % count]?.people.say();
      await Promise.all(bots.map(({ people }) => people.answered(60_000)));
      const seconds = (performance.now() - started) / 1000;
      const inOrder = bots.every(({ simulator }) => isInOrder(simulator.sent()));
      return { perSecond: messages / seconds, inOrder };
    },
    async [Symbol.asyncDispose]() {
      for (const { simulator } of bots) await simulator.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
