import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { WireError } from "../src/telegram/answer.ts";
import { rawBot } from "./raw-bot.ts";

test("calls come by query string, JSON, form and multipart, in any case of letters", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const { request, call } = rawBot(sim);
  const multipart = new FormData();
  multipart.set("chat_id", "1001");
  multipart.set("text", "四");

  await request(`sendMessage?chat_id=1001&text=${encodeURIComponent("one & 一")}`);
  await call("SENDMESSAGE", { chat_id: "1001", text: "two" });
  const form = new URLSearchParams({ chat_id: "1001", text: "three" });
  await request("sendmessage", { method: "POST", body: form });
  await request("SendMessage?chat_id=1001", { method: "POST", body: multipart });

  expect(sim.sent().map(({ text }) => text)).toEqual(["one & 一", "two", "three", "四"]);
});

test("in forms, numbers, booleans, objects and lists are text", async () => {
  await using sim = await startSimulator("telegram");
  const { request } = rawBot(sim);
  await sim.say({ from: "1001", text: "a" });
  await sim.say({ from: "1001", text: "b" });
  const reply = JSON.stringify({ message_id: 9, allow_sending_without_reply: true });
  const entities = [{ type: "bold", offset: 0, length: 2 }];
  const form = new URLSearchParams({
    chat_id: "1001",
    text: "hi",
    reply_parameters: reply,
    entities: JSON.stringify(entities),
  });
  expect(await request("sendMessage", { method: "POST", body: form })).toMatchObject({
    result: { text: "hi", entities },
  });
  expect(await request("getUpdates?limit=1&allowed_updates=[%22message%22]")).toMatchObject({
    result: [{ message: { text: "a" } }],
  });
});

test("getMe tells who the bot is", async () => {
  await using sim = await startSimulator("telegram", {
    token: "42:secret",
    botName: "Helper",
    botUsername: "helper_bot",
  });
  expect(await rawBot(sim).request("getMe")).toMatchObject({
    status: 200,
    result: {
      id: 42,
      is_bot: true,
      first_name: "Helper",
      username: "helper_bot",
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
    },
  });
});

test("the bot is in the test environment too", async () => {
  await using sim = await startSimulator("telegram", { token: "42:secret" });
  expect(await rawBot(sim).request("test/getMe")).toMatchObject({ ok: true, result: { id: 42 } });
});

test.each([
  ["/", 404, "Not Found"],
  ["/bot", 404, "Not Found"],
  ["/bot42:secret", 404, "Not Found"],
  ["/bot42:secret/", 404, "Not Found: method not found"],
  ["/bot42:secret/dance", 404, "Not Found: method not found"],
  ["/bot42:secret/test/dance", 404, "Not Found: method not found"],
  ["/bot42/getMe", 401, "Unauthorized: invalid token specified"],
  ["/bot042:secret/getMe", 401, "Unauthorized: invalid token specified"],
  ["/bot18014398509481984:secret/getMe", 401, "Unauthorized: invalid token specified"],
  ["/bot18014398509480000:secret/getMe", 401, "Unauthorized"],
  ["/bot42:other/getMe", 401, "Unauthorized"],
  ["/bot43:secret/getMe", 401, "Unauthorized"],
  ["/file/bot42:secret/photos/file_0.jpg", 404, "Not Found"],
  ["/file/bot42:other/photos/file_0.jpg", 401, "Unauthorized"],
])("%s is answered with %i", async (path, status, description) => {
  await using sim = await startSimulator("telegram", { token: "42:secret" });
  const response = await fetch(sim.baseUrl + path);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({ ok: false, error_code: status, description });
});

test.each([
  [400, "Message is too long", "Bad Request: message is too long"],
  [400, "PHOTO_INVALID_DIMENSIONS", "Bad Request: PHOTO_INVALID_DIMENSIONS"],
  [400, "X_CONSTANT", "Bad Request: X_CONSTANT"],
  [401, "Session expired", "Unauthorized: session expired"],
  [403, "Forbidden: bot was kicked", "Forbidden: bot was kicked"],
  [500, "Internal Server Error: restart", "Internal Server Error: restart"],
])("an error %i of text %j is described as %j", (status, text, description) => {
  expect(new WireError(status, text).message).toBe(description);
});

test.each([
  ["application/json", "{", "can't parse request JSON object"],
  ["application/json", "[1]", "expected a JSON object"],
  ["multipart/form-data", "x", "can't parse multipart body"],
  [
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
    "can't parse multipart body",
  ],
])("a malformed %s body is refused", async (type, body, text) => {
  await using sim = await startSimulator("telegram");
  const answer = await rawBot(sim).request("getMe", {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
  expect(answer).toMatchObject({ status: 400, description: `Bad Request: ${text}` });
});

test("the request log shows calls without the token", async () => {
  await using sim = await startSimulator("telegram", { clock: () => 5000, requestLog: 2 });
  const { call, request } = rawBot(sim);
  await call("getMe");
  await call("sendMessage", { chat_id: 7, text: "hi" });
  await request("getMe?x=1");
  expect(sim.requests()).toEqual([
    {
      at: 5000,
      verb: "POST",
      call: "sendMessage",
      params: { chat_id: 7, text: "hi" },
      files: [],
      status: 400,
    },
    { at: 5000, verb: "GET", call: "getMe", params: { x: "1" }, files: [], status: 200 },
  ]);
  expect(JSON.stringify(sim.requests())).not.toContain(sim.credentials.token);
});

test("a token of the wrong form and an unknown platform are refused at the start", async () => {
  for (const token of ["nonsense", "042:secret", "1234567890123456:secret"]) {
    await expect(startSimulator("telegram", { token })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  }
  // @ts-expect-error: a platform that is not there
  await expect(startSimulator("pager")).rejects.toMatchObject({
    code: "UNKNOWN_PLATFORM",
    message: expect.stringContaining("telegram"),
  });
});
