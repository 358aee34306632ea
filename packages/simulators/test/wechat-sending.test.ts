import { describe, expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { at } from "./raw-bot.ts";
import { rawBot, text, USER } from "./wechat-bot.ts";

describe("sendmessage", () => {
  test("delivers once per client_id", async () => {
    await using sim = await startSimulator("wechat");
    const { send } = rawBot(sim);
    const first = await send(text("hello"), { client_id: "one" });
    expect(await send(text("hello"), { client_id: "one" })).toEqual(first);
    expect(sim.sent()).toMatchObject([{ to: USER, type: "text", text: "hello" }]);
  });

  test.each([
    ["no recipient", text("hi"), { to_user_id: "" }],
    ["a sender", text("hi"), { from_user_id: "me" }],
    ["no client_id", text("hi"), { client_id: "" }],
    ["a message that is still written", text("hi"), { message_state: 1 }],
    ["a context token that is no text", text("hi"), { context_token: null }],
    ["an empty run_id", text("hi"), { run_id: "" }],
    ["two payloads", { ...text("hi"), image_item: {} }, {}],
    ["two items", text("hi"), { item_list: [text("hi"), text("ho")] }],
    ["no items", text("hi"), { item_list: [] }],
    ["the type of a person's message", text("hi"), { message_type: 1 }],
    ["an empty text", text(""), {}],
    ["a payload that is not the type's", { type: 2, text_item: { text: "hi" } }, {}],
    ["an unknown type", { type: 9 }, {}],
    ["a file that was never uploaded", { type: 4, file_item: { media: {} } }, {}],
  ])("refuses %s", async (_what, item, more) => {
    await using sim = await startSimulator("wechat");
    expect(await rawBot(sim).send(item, more)).toMatchObject({ ret: -2 });
    expect(sim.sent()).toEqual([]);
  });

  test.each([
    { type: 11, tool_call_start_item: { tool_name: "search", tool_call_id: "1" } },
    { type: 12, tool_call_result_item: { tool_name: "a", tool_call_id: "1", status: "completed" } },
  ])("takes the progress items of newer clients, which are no messages: %j", async (item) => {
    await using sim = await startSimulator("wechat");
    expect(await rawBot(sim).send(item)).toEqual({ message_id: expect.anything() });
    expect(await rawBot(sim).send({ type: item.type })).toMatchObject({ ret: -2 });
    expect(sim.sent()).toEqual([]);
  });

  test("answers with the id as a bare number, or with nothing", async () => {
    await using sim = await startSimulator("wechat");
    const { call } = rawBot(sim);
    const state = { from_user_id: "", message_type: 2, message_state: 2, run_id: "one run" };
    const msg = { ...state, to_user_id: USER, client_id: "one", item_list: [text("hi")] };
    const { text: answer } = await call("sendmessage", { msg });
    expect(answer).toBe(`{"message_id":${sim.sent()[0]?.messageId}}`);
    await using other = await startSimulator("wechat", { sentIds: false });
    expect(await rawBot(other).send(text("hi"))).toEqual({});
  });

  test("limits the replies to one message, and bursts, when its options say so", async () => {
    await using sim = await startSimulator("wechat", { repliesPerMessage: 2 });
    const { send } = rawBot(sim);
    const reply = (): Promise<unknown> => send(text("hi"), { context_token: "one" });
    await reply();
    await reply();
    expect(await reply()).toEqual({ ret: -2 });
    expect(await send(text("hi"), { context_token: "two" })).not.toHaveProperty("ret");

    await using quick = await startSimulator("wechat", { burstMs: 60_000 });
    const bot = rawBot(quick);
    await bot.send(text("one"));
    expect(await bot.send(text("two"))).toEqual({ ret: -2, errmsg: "prepare failed" });
  });
});

describe("sendtyping", () => {
  test("wants the ticket of the user, from this session", async () => {
    await using sim = await startSimulator("wechat");
    const first = rawBot(sim);
    const typing_ticket = at(
      await first.json("getconfig", { ilink_user_id: USER }),
      "typing_ticket",
    );
    const shown = { ilink_user_id: USER, typing_ticket, status: 1 };
    expect(await first.json("sendtyping", shown)).toEqual({ ret: 0 });
    const wrong = [
      { ...shown, ilink_user_id: "another@im.wechat" },
      { ...shown, typing_ticket: "another" },
      { ...shown, status: 3 },
    ];
    for (const one of wrong) expect(await first.json("sendtyping", one)).toMatchObject({ ret: -2 });
    expect(await rawBot(sim).json("sendtyping", shown)).toMatchObject({ ret: -2 });
    expect(sim.typing()).toMatchObject([{ to: USER, times: 1, state: "shown" }]);
  });
});
