import assert from "node:assert/strict";
import type { Inbox, SetAsideMessage } from "../ports/inbox.ts";
import type { IncomingMessage } from "../types/message.ts";
import type { ContractCase } from "./case.ts";

function message(id: string, from: string): IncomingMessage {
  return {
    id,
    message: {
      type: "text",
      text: id,
      from,
      to: "bot",
      timestamp: 0,
      contextToken: "",
      messageId: 1,
      raw: {},
    },
  };
}

/** The options of the inbox of a case. */
export interface InboxContractOptions {
  readonly attempts: number;
  readonly firstMs: number;
  /** Maximum messages of one chat that are queued or being handled; absent: the inbox's default. */
  readonly chatMessages?: number;
}

/** The rules of an {@link Inbox}; each case creates an empty one with the given retry options. */
export function inboxContract(
  createInbox: (options: InboxContractOptions) => Inbox | Promise<Inbox>,
): ContractCase[] {
  const create = (): Inbox | Promise<Inbox> => createInbox({ attempts: 3, firstMs: 1 });
  return [
    {
      name: "hands out each exact id once",
      async run() {
        const inbox = await create();
        const seen: string[] = [];
        inbox.process(async ({ id }) => seen.push(id));
        assert.equal(await inbox.accept(message("1", "a")), "accepted");
        assert.equal(await inbox.accept(message("1", "a")), "duplicate");
        await inbox.drain();
        assert.equal(await inbox.accept(message("1", "a")), "duplicate");
        await inbox.drain();
        assert.deepEqual(seen, ["1"]);
        await inbox.close();
      },
    },
    {
      name: "takes what a chat sends at once in the order of the calls, and a repeat among it once",
      async run() {
        const inbox = await create();
        const seen: string[] = [];
        inbox.process(async ({ id }) => seen.push(id));
        const ids = ["1", "2", "3", "2", "4"];
        const taken = await Promise.all(ids.map((id) => inbox.accept(message(id, "a"))));
        assert.deepEqual(
          taken.map((how, place) => `${ids[place]} ${how}`),
          ["1 accepted", "2 accepted", "3 accepted", "2 duplicate", "4 accepted"],
        );
        await inbox.drain();
        assert.deepEqual(seen, ["1", "2", "3", "4"]);
        await inbox.close();
      },
    },
    {
      name: "has one handler",
      async run() {
        const inbox = await create();
        inbox.process(async () => {});
        assert.throws(() => inbox.process(async () => {}), { code: "INBOX_ALREADY_PROCESSING" });
        await inbox.close();
      },
    },
    {
      name: "keeps what came before process() was called",
      async run() {
        const inbox = await create();
        await inbox.accept(message("1", "a"));
        const seen: string[] = [];
        inbox.process(async ({ id }) => seen.push(id));
        await inbox.drain();
        assert.deepEqual(seen, ["1"]);
        await inbox.close();
      },
    },
    {
      name: "keeps the order of a chat while other chats go on",
      async run() {
        const inbox = await create();
        const seen: string[] = [];
        const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
        inbox.process(async ({ id }) => {
          if (id === "a1") await gate;
          seen.push(id);
          if (id === "b2") openGate();
        });
        for (const [id, chat] of [
          ["a1", "a"],
          ["a2", "a"],
          ["b1", "b"],
          ["a3", "a"],
          ["b2", "b"],
        ] as const) {
          await inbox.accept(message(id, chat));
        }
        await inbox.drain();
        assert.deepEqual(seen, ["b1", "b2", "a1", "a2", "a3"]);
        await inbox.close();
      },
    },
    {
      name: "hands a message out again whose handler rejected, before the next one of its chat",
      async run() {
        const inbox = await create();
        const seen: string[] = [];
        let failures = 0;
        inbox.process(async ({ id }) => {
          seen.push(id);
          if (id === "1" && failures++ < 2) throw new Error("the database is gone");
        });
        await inbox.accept(message("1", "a"));
        await inbox.accept(message("2", "a"));
        await inbox.drain();
        assert.deepEqual(seen, ["1", "1", "1", "2"]);
        assert.deepEqual(await inbox.setAside(), []);
        await inbox.close();
      },
    },
    {
      name: "sets a message aside after its attempts, with the cause, and goes on",
      async run() {
        const inbox = await create();
        const seen: string[] = [];
        const aside: SetAsideMessage[] = [];
        inbox.process(
          async ({ id }) => {
            seen.push(id);
            if (id === "1") throw Object.assign(new Error("never"), { code: "GONE" });
          },
          (one) => void aside.push(one),
        );
        await inbox.accept(message("1", "a"));
        await inbox.accept(message("2", "a"));
        await inbox.drain();
        assert.deepEqual(seen, ["1", "1", "1", "2"]);
        const error = { code: "GONE", message: "never" };
        const expected = [{ incoming: message("1", "a"), attempts: 3, error }];
        assert.deepEqual(await inbox.setAside(), expected);
        assert.deepEqual(aside, expected);
        assert.equal(await inbox.accept(message("1", "a")), "duplicate");
        await inbox.close();
      },
    },
    {
      name: "goes on with a chat when who is told of a message that was set aside throws",
      async run() {
        const inbox = await create();
        const seen: string[] = [];
        inbox.process(
          async ({ id }) => {
            seen.push(id);
            if (id === "1") throw new Error("never");
          },
          () => {
            throw new Error("the list of what is set aside is gone");
          },
        );
        await inbox.accept(message("1", "a"));
        await inbox.accept(message("2", "a"));
        await inbox.drain();
        assert.deepEqual(seen, ["1", "1", "1", "2"]);
        await inbox.close();
      },
    },
    {
      name: "sets aside what a chat sends beyond its bound, while other chats go on",
      async run() {
        const inbox = await createInbox({ attempts: 3, firstMs: 1, chatMessages: 2 });
        const seen: string[] = [];
        const aside: SetAsideMessage[] = [];
        const others = Promise.withResolvers<void>();
        inbox.process(
          async ({ id }) => {
            if (id === "a1") await others.promise;
            seen.push(id);
            if (id === "b1") others.resolve();
          },
          (one) => void aside.push(one),
        );
        for (const id of ["a1", "a2", "a3", "a4"]) {
          assert.equal(await inbox.accept(message(id, "a")), "accepted");
        }
        assert.equal(await inbox.accept(message("a4", "a")), "duplicate");
        await inbox.accept(message("b1", "b"));
        await inbox.drain();
        await inbox.accept(message("a5", "a"));
        await inbox.drain();
        assert.deepEqual(seen, ["b1", "a1", "a2", "a5"]);
        for (const messages of [aside, await inbox.setAside()]) {
          assert.deepEqual(
            messages.map(({ incoming, attempts, error }) => [incoming.id, attempts, error.code]),
            [
              ["a3", 0, "INBOX_CHAT_FULL"],
              ["a4", 0, "INBOX_CHAT_FULL"],
            ],
          );
        }
        await inbox.close();
      },
    },
    {
      name: "close() does not wait for a message that is to be tried again",
      async run() {
        const inbox = await createInbox({ attempts: 3, firstMs: 3_600_000 });
        const failed = Promise.withResolvers<void>();
        inbox.process(async () => {
          failed.resolve();
          throw new Error("the database is gone");
        });
        await inbox.accept(message("1", "a"));
        await failed.promise;
        await inbox.close();
      },
    },
    {
      name: "close() waits for what runs, and refuses what comes later",
      async run() {
        const inbox = await create();
        const events: string[] = [];
        const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
        inbox.process(async ({ id }) => {
          events.push(`begin ${id}`);
          await gate;
          events.push(`end ${id}`);
        });
        await inbox.accept(message("1", "a"));
        await inbox.accept(message("2", "a"));
        await new Promise((resolve) => setImmediate(resolve));
        const closed = inbox.close().then(() => events.push("closed"));
        openGate();
        await closed;
        assert.deepEqual(events, ["begin 1", "end 1", "closed"]);
        await assert.rejects(inbox.accept(message("3", "a")), { code: "INBOX_CLOSED" });
      },
    },
  ];
}
