import { type AdapterState, createMemoryAdapterState } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { arrived, type Fixture, openFixture, USER } from "./wechat.ts";
import { tap, type Wiretap } from "./wiretap.ts";

/** One bad message of a batch must not cost the others, nor any later one. */

const credentials = { token: "a token", botId: "a@im.bot" };

/** A message as JSON. @param more Members beside its own, each with a comma before it. */
function message(id: string, text: string, more = ""): string {
  const item = `{"type":1,"text_item":{"text":${JSON.stringify(text)}}}`;
  return `{"message_id":${id},"message_type":1,"from_user_id":"${USER}","item_list":[${item}]${more}}`;
}

/** A server that has one batch, then nothing. */
function serveBatch(messages: readonly string[]): Promise<Wiretap> {
  let isFirst = true;
  return tap(undefined, ({ call }) => {
    if (call !== "getupdates" || !isFirst) return Response.json({ ret: 0 });
    isFirst = false;
    return new Response(`{"ret":0,"msgs":[${messages.join()}],"get_updates_buf":"next"}`);
  });
}

const textsOf = ({ received }: Fixture): string[] => received.map(({ message: { text } }) => text);

/** Waits until the server was asked for what follows the batch. */
const passed = ({ calls }: Wiretap): Promise<void> =>
  vi.waitFor(() => expect(JSON.stringify(calls.map(({ body }) => body))).toContain('"next"'));

const LEVELS = 10_000;
const nested = `${'{"a":'.repeat(LEVELS)}1${"}".repeat(LEVELS)}`;
const quotes = `${'{"message_item":{"ref_msg":'.repeat(LEVELS)}null${"}}".repeat(LEVELS)}`;

test.each([
  { what: "a member", more: `,"extra":${nested}` },
  { what: "lists", more: `,"extra":${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}` },
  { what: "quotes of quotes", more: `,"ref_msg":${quotes}` },
])(
  "a message with $what nested without end arrives without that, and so does the next",
  async ({ more }) => {
    await using fixture = await openFixture();
    await using server = await serveBatch([
      message("7312345678901234567", "deep", more),
      message("7312345678901234568", "next"),
    ]);
    await fixture.started({ apiBase: server.url, credentials });
    await arrived(fixture, 2);
    expect(textsOf(fixture)).toEqual(["deep", "next"]);
    expect(fixture.received.map(({ id }) => id)).toEqual([
      "7312345678901234567",
      "7312345678901234568",
    ]);
    await passed(server);
    expect(fixture.logger.lines).toEqual([]);
  },
);

test("a message with too many values is dropped with a warning, and those beside it arrive", async () => {
  await using fixture = await openFixture();
  await using server = await serveBatch([
    message("1", "before"),
    message("2", "too much", `,"extra":[${"[],".repeat(60_000)}0]`),
    message("3", "behind"),
  ]);
  await fixture.started({ apiBase: server.url, credentials });
  await arrived(fixture, 2);
  await passed(server);
  expect(textsOf(fixture)).toEqual(["before", "behind"]);
  expect(fixture.logger.lines).toMatchObject([
    { level: "warn", message: expect.stringContaining("cannot be read") },
  ]);
});

test("of a batch with too many values the first messages arrive, and the next poll goes on", async () => {
  await using fixture = await openFixture();
  const others = Array.from({ length: 700_000 }, () => "0");
  await using server = await serveBatch([message("1", "first"), ...others, message("2", "last")]);
  await fixture.started({ apiBase: server.url, credentials });
  await passed(server);
  expect(textsOf(fixture)).toEqual(["first"]);
  expect(fixture.logger.lines).toMatchObject([
    { level: "warn", message: expect.stringContaining("cannot be read") },
  ]);
});

/** Bytes of a key that an index of PostgreSQL can hold. */
const INDEX_BYTES = 2700;

/** A state that takes no key beyond an index, as PostgreSQL, and none that `isRefused` names. */
function createState(isRefused: (key: string) => boolean = () => false): AdapterState {
  const state = createMemoryAdapterState();
  const check = (key: string): void => {
    if (Buffer.byteLength(key) > INDEX_BYTES || isRefused(key)) throw new Error("no such key");
  };
  return {
    ...state,
    async get(key) {
      check(key);
      return state.get(key);
    },
    async set(key, value, options) {
      check(key);
      return state.set(key, value, options);
    },
  };
}

test("a message with an endless id is dropped with a warning, whatever the state can store", async () => {
  await using fixture = await openFixture();
  const endless = `"${"7".repeat(20_000)}"`;
  const quote = `,"item_list":[{"type":1,"text_item":{"text":"quoting"},"ref_msg":{"svr_id":${endless}}}]`;
  await using server = await serveBatch([
    message("1", "before"),
    message(endless, "endless"),
    message("2", "quoting", quote),
    message("3", "behind"),
  ]);
  await fixture.started({ apiBase: server.url, credentials, state: createState() });
  await arrived(fixture, 3);
  await passed(server);
  expect(textsOf(fixture)).toEqual(["before", "quoting", "behind"]);
  expect(fixture.logger.lines).toMatchObject([
    { level: "warn", message: expect.stringContaining("its id or its sender is too long") },
  ]);
});

test("messages of which nothing can be kept for quotes arrive all the same, with one warning", async () => {
  await using fixture = await openFixture();
  await using server = await serveBatch([message("1", "one"), message("2", "two")]);
  const state = createState((key) => key.startsWith("wechat.message."));
  await fixture.started({ apiBase: server.url, credentials, state });
  await passed(server);
  expect(textsOf(fixture)).toEqual(["one", "two"]);
  expect(fixture.logger.lines).toMatchObject([
    {
      level: "warn",
      message: expect.stringContaining("not all could be stored"),
      fields: { entries: 2 },
    },
  ]);
});

test("a message that was sent counts as sent when it cannot be kept for quotes", async () => {
  await using fixture = await openFixture();
  const state = createState((key) => key.startsWith("wechat.message."));
  const adapter = await fixture.started({ state });
  const receipt = await adapter.sendText(USER, "hello");
  expect(receipt).toMatchObject({ status: "sent", id: expect.any(String) });
  expect(fixture.logger.lines).toContainEqual(
    expect.objectContaining({ level: "warn", message: expect.stringContaining("was sent, but") }),
  );
});
