import { chatCredits } from "@botwright/core";
import { createPostgresLedger } from "@botwright/host";
import type { Chat } from "./load.ts";
import { DEPOSIT, type World } from "./world.ts";

/** Whether every message that was accepted has ended; the database may be away for a moment. */
export async function isQuiet({ db }: World): Promise<boolean> {
  const open = db
    .selectFrom("message")
    .select("id")
    .where("done_at", "is", null)
    .where("aside_at", "is", null)
    .limit(1);
  return open.execute().then(
    (rows) => rows.length === 0,
    () => false,
  );
}

/** The texts of a chat's messages in the order in which the host has accepted them. */
async function accepted({ db, bots }: World, { platform, from }: Chat): Promise<string[]> {
  const rows = await db
    .selectFrom("message")
    .select("incoming")
    .where("bot_id", "=", bots[platform])
    .where("chat", "=", from)
    .orderBy("id")
    .execute();
  return rows.map(({ incoming }) => JSON.parse(incoming).message.text);
}

/** What a chat shows. */
export function shown({ platforms }: World, { platform, from }: Chat): string[] {
  return platforms[platform]
    .sent()
    .filter((item) => item.to === from && item.shown !== false)
    .map(({ text = "" }) => text);
}

/** What is wrong with the replies: each accepted message has exactly one, in order, with its count. */
export async function problemsOfReplies(world: World, chats: readonly Chat[]): Promise<string[]> {
  const problems: string[] = [];
  for (const chat of chats) {
    const taken = await accepted(world, chat);
    const expected = taken.map((text, index) => `re ${text} #${index + 1}`);
    const found = shown(world, chat);
    if (found.join("\n") !== expected.join("\n")) {
      problems.push(
        `${chat.platform} ${chat.from} shows ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
        ...(await tracesOf(world, chat)),
      );
    }
    // WeCom gives a message up after its third repeat.
    const mayMiss = chat.platform === "wecom" ? world.platforms.wecom.lost().length : 0;
    const missing = chat.said.filter((text) => !taken.includes(text));
    if (missing.length > mayMiss) problems.push(`not accepted: ${missing.join(", ")}`);
  }
  const aside = await world.db
    .selectFrom("message")
    .select("error_message")
    .where("aside_at", "is not", null)
    .execute();
  return [...problems, ...aside.map((row) => `set aside: ${row.error_message}`)];
}

/** What the host says of a chat's messages, to look for the cause of a failure. */
async function tracesOf({ ann, bots }: World, { platform, from }: Chat): Promise<string[]> {
  const query = new URLSearchParams({ bot_id: String(bots[platform]), chat: from });
  const { items } = await ann.call("GET", `/api/messages?${query.toString()}`);
  return Promise.all(
    items.map(async ({ id }: { id: number }) => {
      const trace = await ann.call("GET", `/api/messages/${id}/trace`).catch(String);
      return `message ${id}: ${JSON.stringify(trace).slice(0, 4000)}`;
    }),
  );
}

/** What is wrong with the credits: the balance, the sum of the ledger, and what the provider has sold. */
export async function problemsOfCredits({ db, ann, provider }: World): Promise<string[]> {
  const ledger = createPostgresLedger(db);
  const balance = await ledger.balance(ann.id);
  const rows = await db
    .selectFrom("credit_row")
    .select("credits")
    .where("user_id", "=", ann.id)
    .execute();
  const sum = rows.reduce((total, { credits }) => total + credits, 0);
  const open = (await ledger.openReservations(Date.now() + 60_000, 1)).length;
  const sold = [...provider.sold.values()]
    .map(({ prompt_tokens: inputTokens, completion_tokens: outputTokens }) =>
      chatCredits({
        inputTokens,
        outputTokens,
        inputPrice: "10000",
        outputPrice: "20000",
        multiplier: 1,
      }),
    )
    .reduce((total, credits) => total + credits, 0);
  const found = JSON.stringify({ balance, sum, open });
  const expected = JSON.stringify({ balance: DEPOSIT - sold, sum: DEPOSIT - sold, open: 0 });
  return found === expected ? [] : [`credits ${found}, not ${expected}`];
}
