import { serve } from "@botwright/adapter-kit/contract";
import { describeError } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openFixture, USER } from "./wechat.ts";
import { tap, type TappedCall } from "./wiretap.ts";

/** What the simulator never says: servers as they were, may come, or should not be. */

const confirmed = { status: "confirmed", bot_token: "a token", ilink_bot_id: "a@im.bot" };

/** Gives one answer after the other, the last of them again and again. */
function inTurn(answers: object[]): () => Response {
  let next = 0;
  return () => Response.json(answers[Math.min(next++, answers.length - 1)]);
}

test.each<[what: string, statuses: object[], code: string]>([
  ["an unknown status", [{ status: "asleep" }, {}, confirmed], ""],
  ["a redirect without a host", [{ status: "scaned_but_redirect" }, confirmed], ""],
  ["no bot", [{ ...confirmed, ilink_bot_id: undefined }], "PLATFORM_UNAUTHORIZED"],
  ["no token", [{ ...confirmed, bot_token: "" }], "PLATFORM_UNAUTHORIZED"],
  [
    "an address elsewhere",
    [{ ...confirmed, baseurl: "https://10.0.0.1" }],
    "PLATFORM_UNTRUSTED_ADDRESS",
  ],
])("a login with %s ends with %j", async (_what, statuses, code) => {
  await using fixture = await openFixture({}, false);
  const status = inTurn(statuses);
  await using server = await tap(undefined, ({ call }) => {
    if (call === "get_bot_qrcode") return Response.json({ qrcode: "q", qrcode_img_content: "c" });
    return call === "get_qrcode_status" ? status() : Response.json({ ret: 0 });
  });
  const outcome: unknown = await fixture
    .started({ apiBase: server.url, login: { onQr() {} } })
    .catch((error: unknown) => error);
  expect(outcome instanceof Error ? describeError(outcome).code : "").toBe(code);
  expect(server.calls.filter(({ call }) => call === "get_qrcode_status")).toHaveLength(
    statuses.length,
  );
});

test("tells once that a code was scanned", async () => {
  await using fixture = await openFixture({}, false);
  const scanned = { status: "scaned" };
  const status = inTurn([{ status: "wait" }, scanned, scanned, scanned, confirmed]);
  await using server = await tap(undefined, ({ call }) => {
    if (call === "get_bot_qrcode") return Response.json({ qrcode: "q", qrcode_img_content: "c" });
    return call === "get_qrcode_status" ? status() : Response.json({ ret: 0 });
  });
  const onScanned = vi.fn<() => void>();
  await fixture.started({ apiBase: server.url, login: { onQr() {}, onScanned } });
  expect(onScanned).toHaveBeenCalledTimes(1);
});

test.each([{}, { qrcode: "", qrcode_img_content: "c" }, { qrcode: "q" }])(
  "shows no code that is none: %j",
  async (answer) => {
    await using fixture = await openFixture({}, false);
    await using server = await tap(undefined, () => Response.json(answer));
    const onQr = vi.fn<() => void>();
    await expect(fixture.started({ apiBase: server.url, login: { onQr } })).rejects.toThrow(
      "gave no code",
    );
    expect(onQr).not.toHaveBeenCalled();
  },
);

test.each([
  { what: "text to draw", code: { qrcode: "q", qrcode_img_content: "c".repeat(2001) } },
  { what: "name", code: { qrcode: "q".repeat(2001), qrcode_img_content: "c" } },
])("shows no code whose $what is endless", async ({ code }) => {
  await using fixture = await openFixture({}, false);
  await using server = await tap(undefined, () => Response.json(code));
  const onQr = vi.fn<() => void>();
  await expect(fixture.started({ apiBase: server.url, login: { onQr } })).rejects.toMatchObject({
    code: "NETWORK_BAD_ANSWER",
  });
  expect(onQr).not.toHaveBeenCalled();
  expect(server.calls.map(({ call }) => call)).toEqual(["get_bot_qrcode"]);
});

test("shows the longest code", async () => {
  await using fixture = await openFixture({}, false);
  const content = "c".repeat(2000);
  await using server = await tap(undefined, ({ call }) => {
    if (call === "get_bot_qrcode")
      return Response.json({ qrcode: "q", qrcode_img_content: content });
    return Response.json(call === "get_qrcode_status" ? confirmed : { ret: 0 });
  });
  const onQr = vi.fn<() => void>();
  await fixture.started({ apiBase: server.url, login: { onQr } });
  expect(onQr).toHaveBeenCalledWith({ content, attempt: 1 });
});

const cursorOf = ({ body }: TappedCall): unknown =>
  JSON.parse(JSON.stringify(body)).get_updates_buf;

test.each<[what: string, answers: object[], cursors: string[]]>([
  [
    "moves with every answer, also with an empty one",
    [{ get_updates_buf: "a" }, { msgs: [], get_updates_buf: "b" }],
    ["", "a", "b"],
  ],
  [
    "stays where there is none",
    [{ get_updates_buf: "a" }, {}, { msgs: [], get_updates_buf: "" }, { sync_buf: "x" }],
    ["", "a", "a", "a", "a"],
  ],
  [
    "is left out once when it is of another session",
    [{ get_updates_buf: "a" }, { ret: -3 }, { get_updates_buf: "b" }, {}],
    ["", "a", "", "b", "b"],
  ],
  [
    "is left out again when the next is refused too, after a pause for the empty one",
    [
      { get_updates_buf: "a" },
      { errcode: -3 },
      { ret: -3 },
      { get_updates_buf: "b" },
      { get_updates_buf: "c" },
      { ret: -3 },
      {},
    ],
    ["", "a", "", "", "b", "c", ""],
  ],
  [
    "is not reset when the one after it is refused too: it is sent again after a pause",
    [{ get_updates_buf: "a" }, { ret: -3 }, { get_updates_buf: "b" }, { ret: -3 }, {}],
    ["", "a", "", "b", "b"],
  ],
])("the cursor %s", async (_what, answers, cursors) => {
  await using fixture = await openFixture();
  const next = inTurn(answers);
  await using server = await tap(undefined, ({ call }) =>
    call === "getupdates" ? next() : Response.json({ ret: 0 }),
  );
  const there = { apiBase: server.url, credentials: { token: "a token", botId: "a@im.bot" } };
  const adapter = await fixture.started(there);
  const polls = (): unknown[] =>
    server.calls.filter(({ call }) => call === "getupdates").map(cursorOf);
  await vi.waitFor(() => expect(polls().length).toBeGreaterThanOrEqual(cursors.length));
  expect(polls().slice(0, cursors.length)).toEqual(cursors);
  await adapter.stop();
  const before = polls().length;
  await fixture.started(there);
  await vi.waitFor(() => expect(polls().length).toBeGreaterThan(before));
  expect(polls()[before]).toBe(cursors.findLast((cursor) => cursor !== ""));
});

test("what is no message is passed, and logged", async () => {
  await using fixture = await openFixture();
  const text = { type: 1, text_item: { text: "hello" } };
  const message = { message_type: 1, from_user_id: "someone", item_list: [text] };
  const batch = inTurn([{ msgs: [1, null, {}, message], get_updates_buf: "a" }, {}]);
  await using server = await tap(undefined, ({ call }) =>
    call === "getupdates" ? batch() : Response.json({ ret: 0 }),
  );
  const credentials = { token: "a token", botId: "a@im.bot" };
  await fixture.started({ apiBase: server.url, credentials });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  expect(fixture.logger.lines).toMatchObject([
    { level: "warn", message: expect.stringContaining("cannot be read") },
    { level: "debug", message: expect.stringContaining("not for the bot") },
  ]);
});

test("a send that finds the session ended also ends the poll that is held", async () => {
  await using fixture = await openFixture();
  const held = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await using server = await serve((request, response) => {
    if (request.url?.endsWith("getupdates") === true) {
      response.once("close", left.resolve);
      held.resolve();
    } else response.end(request.url?.endsWith("sendmessage") === true ? '{"ret":-14}' : "{}");
  });
  const credentials = { token: "a token", botId: "a@im.bot" };
  const adapter = await fixture.started({ apiBase: server.url, credentials });
  await held.promise;
  await expect(adapter.sendText(USER, "hello")).rejects.toThrow("-14");
  await expect(left.promise).resolves.toBeUndefined();
});
