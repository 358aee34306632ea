import { createMemoryJournal } from "@botwright/core";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createPostgresInbox, startNodeLease } from "../src/index.ts";
import { createFirstHandlings } from "../src/inbox/first-handlings.ts";
import { openTestDatabase } from "./test-database.ts";

const message = { type: "text", text: "", from: "ann", to: "bot", timestamp: 0 } as const;
const call = { sequence: 0, operation: "storage.clear", args: [] } as const;

test("a journal is asked for the runs of a message that was handed out before, or that were written", async () => {
  await using database = await openTestDatabase();
  await using lease = await startNodeLease({ db: database.db });
  const asked: string[] = [];
  const memory = createMemoryJournal();
  const first = createFirstHandlings();
  const journalOf = first.over({
    ...memory,
    read(callId) {
      asked.push(callId);
      return memory.read(callId);
    },
  });
  const node = createPostgresInbox({ database, lease, first, attempts: 2, firstMs: 1 });
  const inbox = node.open(7);
  const handled: string[] = [];
  inbox.process(async ({ id }) => {
    handled.push(id);
    const journal = journalOf({ botDbId: 7, messageId: id });
    for (const plugin of ["a", "b"]) expect(await journal.read(`7/${id}/${plugin}`)).toEqual([]);
    if (id === "fails/twice" && handled.length < 3) throw new Error("not yet");
    if (id !== "writes") return;
    await journal.write([{ ...call, callId: `7/${id}/b` }]);
    expect(await journal.read(`7/${id}/b`)).toHaveLength(1);
  });
  const accept = (id: string) =>
    inbox.accept({ id, message: { ...message, contextToken: "", messageId: 1, raw: {} } });

  await accept("fails/twice");
  await expect.poll(() => inbox.setAside()).toHaveLength(1);
  const second = ["7/fails/twice/a", "7/fails/twice/b"];
  expect({ handled: handled.splice(0), asked: asked.splice(0) }).toEqual({
    handled: ["fails/twice", "fails/twice"],
    asked: second,
  });

  handled.push("", "");
  await sql`select inbox_retry(id) from message`.execute(database.db);
  await expect.poll(() => asked).toEqual(second);
  await inbox.drain();
  asked.length = 0;

  await accept("only reads");
  await accept("writes");
  await inbox.drain();
  expect(asked).toEqual(["7/writes/b"]);
  await node.close();
  await journalOf({ botDbId: 7, messageId: "only reads" }).read("7/only reads/a");
  expect(asked).toEqual(["7/writes/b", "7/only reads/a"]);
});
