/** The inbox of a node alone: accepts messages, hands each out and ends it; the handler does nothing. */
import { createPostgresInbox, openDatabase, startNodeLease } from "@botwright/host";
import type { InboxOrder, InboxRate } from "../host-settings.ts";
import { reply } from "../many.ts";

/** Messages whose acceptance is under way at once, as from several bots' adapters. */
const AT_ONCE = 64;

async function perform({ database, botIds, chats, messages }: InboxOrder): Promise<InboxRate> {
  await using open = await openDatabase({ connection: database });
  await using lease = await startNodeLease({ db: open.db });
  const inbox = createPostgresInbox({ database: open, lease });
  const bots = botIds.map((botId) => inbox.open(botId));
  const last = new Map<string, number>();
  let ended = 0;
  let inOrder = true;
  const all = Promise.withResolvers<void>();
  for (const [place, bot] of bots.entries()) {
    bot.process(async ({ id, message: { from } }) => {
      const chat = `${place}/${from}`;
      inOrder &&= Number(id) > (last.get(chat) ?? -1);
      last.set(chat, Number(id));
      ended += 1;
      if (ended === messages) all.resolve();
    });
  }
  const numbers = Array.from({ length: messages }, (_, number) => number).values();
  const started = performance.now();
  const accepting = Array.from({ length: AT_ONCE }, async () => {
    for (const number of numbers) {
      await bots[number % bots.length]?.accept({
        id: String(number),
        message: {
          type: "text",
          text: `m${number}`,
          from: String(Math.floor(number / bots.length) % chats),
          to: "bot",
          timestamp: 0,
          contextToken: "",
          messageId: number,
          raw: {},
        },
      });
    }
  });
  await Promise.all([...accepting, all.promise]);
  await Promise.all(bots.map((bot) => bot.drain()));
  const seconds = (performance.now() - started) / 1000;
  await inbox.close();
  return { perSecond: messages / seconds, inOrder };
}

process.on("message", (order: InboxOrder) => reply(perform(order)));
