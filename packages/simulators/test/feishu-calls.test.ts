import { expect, test } from "vitest";
import { SimulatorError, startSimulator } from "@botwright/simulators";
import { get, post, SEND, text, tokenOf, upload, USER } from "./feishu-client.ts";
import { at, png } from "./raw-bot.ts";

test("the token call answers flat, gives one token while it is young, and knows its app", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("feishu", { clock: () => now });
  const first = await tokenOf(sim);
  expect(first).toMatchObject({ status: 200, code: 0, expire: 7200 });
  now += 3_600_000;
  expect(await tokenOf(sim)).toMatchObject({
    tenant_access_token: first.tenant_access_token,
    expire: 3600,
  });
  now += 2_000_000;
  const second = await tokenOf(sim);
  expect(second.tenant_access_token).not.toBe(first.tenant_access_token);
  for (const { tenant_access_token: token } of [first, second]) {
    expect(await get(sim, "/bot/v3/info", token)).toMatchObject({
      code: 0,
      msg: "ok",
      bot: { app_name: "Simulated Bot", open_id: sim.botOpenId },
    });
  }
  const wrong = await tokenOf(sim, { ...sim.credentials, app_secret: "guess" });
  expect(wrong).toMatchObject({ status: 200, code: 10014 });
});

test("calls are refused as the platform refuses them", async () => {
  await using sim = await startSimulator("feishu");
  sim.introduce({ id: USER });
  const { tenant_access_token: token = "" } = await tokenOf(sim);
  const good = { receive_id: USER, msg_type: "text", content: text("hi") };
  const codeOf = async (body: unknown, path = SEND, bearer = token): Promise<unknown> =>
    (await post(sim, path, body, bearer)).code;

  expect((await post(sim, SEND, good)).code).toBe(99991661);
  expect(await codeOf(good, SEND, "t-guess")).toBe(99991663);
  expect(await codeOf(good, SEND, "guess")).toBe(99991671);
  expect(await codeOf(good, "/open-apis/im/v1/messages")).toBe(230001);
  expect(await codeOf({ ...good, receive_id: "ou_nobody" })).toBe(230013);
  expect(await codeOf({ ...good, receive_id: "oc_1" })).toBe(230001);
  const odd = SEND.replace("open_id", "phone");
  expect(await codeOf(good, odd)).toBe(230001);
  expect(await codeOf({ ...good, content: { text: "hi" } })).toBe(230001);
  expect(await codeOf({ ...good, content: "hi" })).toBe(230001);
  expect(await codeOf({ ...good, content: text(" ") })).toBe(230001);
  expect(await codeOf({ ...good, content: text("x".repeat(160_000)) })).toBe(230025);
  for (const content of ['{"title":"a","content":[[]]}', '{"zh_cn":{"content":"a"}}', "{}"]) {
    expect(await codeOf({ ...good, msg_type: "post", content })).toBe(230001);
  }
  const post30 = { ...good, msg_type: "post", content: text("x".repeat(31_000)) };
  expect(await codeOf(post30)).toBe(230025);
  expect(await codeOf({ ...good, uuid: "x".repeat(51) })).toBe(230001);
  expect(await codeOf({ ...good, msg_type: "novel" })).toBe(230001);
  const { messageId } = await sim.say({ from: USER, text: "hello" });
  const reply = { msg_type: "text", content: text("hi"), reply_in_thread: "no" };
  const answered = `/open-apis/im/v1/messages/${messageId}/reply`;
  expect(await codeOf(reply, answered)).toBe(230001);
  const unknown = { ...good, msg_type: "image", content: '{"image_key":"img_1"}' };
  expect(await codeOf(unknown)).toBe(230001);
  expect(await codeOf(good, "/open-apis/im/v1/messages/om_1/reply")).toBe(230001);
  expect(await codeOf(good, "/open-apis/im/v9/unknown")).toBe(99991600);
  expect(sim.sent()).toEqual([]);
  expect(await post(sim, SEND, good, token)).toMatchObject({ status: 200, code: 0 });
});

test("fields that a call does not know are ignored", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token } = await tokenOf(sim);
  const { messageId } = await sim.say({ from: USER, text: "hello" });
  const good = { receive_id: USER, msg_type: "text", content: '{"text":"hi","at":"all"}' };
  expect(await post(sim, SEND, { ...good, UUID: "u-1" }, token)).toMatchObject({ code: 0 });
  const answered = `/open-apis/im/v1/messages/${messageId}/reply`;
  expect(await post(sim, answered, good, token)).toMatchObject({ code: 0 });
  expect(sim.sent()).toHaveLength(2);
});

test("a uuid makes one message for an hour", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("feishu", { clock: () => now });
  sim.introduce({ id: USER });
  const { tenant_access_token: token } = await tokenOf(sim);
  const body = { receive_id: USER, msg_type: "text", content: text("once"), uuid: "u-1" };
  const first = await post(sim, SEND, body, token);
  const second = await post(sim, SEND, body, token);
  expect(second.data).toEqual(first.data);
  expect(sim.sent()).toHaveLength(1);
  now += 3_600_001;
  await post(sim, SEND, body, token);
  expect(sim.sent()).toHaveLength(2);
});

const image = (...bytes: (string | Uint8Array<ArrayBuffer>)[]): Record<string, string | Blob> => ({
  image_type: "message",
  image: new Blob(bytes),
});

function gif(width: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(24);
  bytes.write("GIF89a", "latin1");
  bytes.writeUInt16LE(width, 6);
  return new Uint8Array(bytes);
}

test("uploads are checked, with file names or without", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token = "" } = await tokenOf(sim);
  const ok = { status: 200, code: 0 };
  const refused = { status: 400, code: 230001 };
  const small = new Uint8Array(png(12_000, 1));
  for (const [fields, expected] of [
    [image(small), ok],
    [image(gif(2000)), ok],
    [{ image: new Blob([small]) }, refused],
    [{ ...image(small), name: "a" }, ok],
    [image("words"), refused],
    [image(), refused],
    [image(new Uint8Array(png(12_001, 1))), refused],
    [image(gif(2001)), refused],
    [image(small, new Uint8Array(10 << 20)), refused],
  ] as const) {
    expect(await upload(sim, "images", fields, token)).toMatchObject(expected);
  }
  const film = { file_type: "mp4", file_name: "a.mp4", file: new Blob(["x"]) };
  for (const [fields, expected] of [
    [film, ok],
    [{ ...film, duration: "3000" }, ok],
    [{ ...film, file_type: "exe" }, refused],
    [{ ...film, file_name: "" }, refused],
    [{ ...film, duration: "long" }, refused],
    [{ ...film, file: new Blob([]) }, refused],
    [{ ...film, file: new Blob([new Uint8Array((30 << 20) + 1)]) }, refused],
  ] as const) {
    expect(await upload(sim, "files", fields, token)).toMatchObject(expected);
  }
});

test("resources belong to their message and kind", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token } = await tokenOf(sim);
  const bytes = Buffer.from("abc");
  const files = { file_1: { bytes }, img_1: { bytes, kind: "image" as const } };
  const content = { file_key: "file_1" };
  const { id } = await sim.push({ from: USER, type: "file", content, files });
  const other = await sim.say({ from: USER, text: "no file" });
  const bytesOf = async (message: string, key: string, type: string): Promise<number> => {
    const url = `${sim.baseUrl}/open-apis/im/v1/messages/${message}/resources/${key}?type=${type}`;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  expect(await bytesOf(id, "file_1", "file")).toBe(200);
  expect(await bytesOf(id, "img_1", "image")).toBe(200);
  expect(await bytesOf(id, "file_1", "image")).toBe(400);
  expect(await bytesOf(id, "file_1", "voice")).toBe(400);
  expect(await bytesOf(other.id, "file_1", "file")).toBe(400);
  expect(await bytesOf("om_none", "file_1", "file")).toBe(400);
  const given = { file_type: "stream", file_name: "a", file: new Blob(["x"]) };
  const { data } = await upload(sim, "files", given, token);
  expect(await bytesOf(id, String(data?.["file_key"]), "file")).toBe(400);
  for (const kind of ["sticker", "merge_forward", "interactive"]) {
    const special = await sim.push({ from: USER, type: kind, content, files });
    const resource = `/im/v1/messages/${special.id}/resources/file_1?type=file`;
    expect(await get(sim, resource, token)).toMatchObject({ status: 400, code: 234043 });
  }
});

test("a file goes with the one type of message that it was uploaded for", async () => {
  await using sim = await startSimulator("feishu");
  sim.introduce({ id: USER });
  const { tenant_access_token: token } = await tokenOf(sim);
  for (const [uploaded, good] of [
    ["mp4", "media"],
    ["opus", "audio"],
    ["pdf", "file"],
  ] as const) {
    const fields = { file_type: uploaded, file_name: "a", file: new Blob(["x"]) };
    const { data } = await upload(sim, "files", fields, token);
    const content = JSON.stringify({ file_key: data?.["file_key"] });
    for (const type of ["media", "audio", "file"]) {
      const { code } = await post(sim, SEND, { receive_id: USER, msg_type: type, content }, token);
      expect([uploaded, type, code]).toEqual([uploaded, type, type === good ? 0 : 230055]);
    }
  }
});

test("a body that is not of the call's content type is not read", async () => {
  await using sim = await startSimulator("feishu");
  const { app_id, app_secret } = sim.credentials;
  const body = new URLSearchParams({ app_id, app_secret });
  const url = `${sim.baseUrl}/open-apis/auth/v3/tenant_access_token/internal`;
  const response = await fetch(url, { method: "POST", body });
  expect([response.status, await response.json()]).toMatchObject([400, { code: 9499 }]);
  // The address of a long connection is asked for with other names.
  expect(await post(sim, "/callback/ws/endpoint", sim.credentials)).toMatchObject({ code: 514 });
});

test("a message is read as an object: mentions by one id, the thread's root, its author", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token } = await tokenOf(sim);
  const mentions = [{ key: "@_user_1", id: { open_id: "ou_2" }, name: "Bea" }];
  const first = await sim.push({
    from: USER,
    type: "text",
    content: { text: "@_user_1" },
    mentions,
  });
  const reply = { msg_type: "text", content: text("yes?") };
  await post(sim, `/open-apis/im/v1/messages/${first.id}/reply`, reply, token);
  const third = await sim.say({ from: USER, text: "no", quote: { text: "yes?" } });
  const item = async (id: string): Promise<unknown> =>
    at((await get(sim, `/im/v1/messages/${id}`, token)).data, "items", 0);
  expect(await item(first.id)).toMatchObject({
    message_id: first.id,
    msg_type: "text",
    sender: { id: USER, id_type: "open_id", sender_type: "user" },
    body: { content: '{"text":"@_user_1"}' },
    mentions: [{ key: "@_user_1", id: "ou_2", id_type: "open_id", name: "Bea" }],
  });
  const [second] = sim.sent();
  expect(await item(second?.messageId ?? "")).toMatchObject({
    root_id: first.id,
    parent_id: first.id,
    sender: { id: sim.credentials.app_id, sender_type: "app", open_bot_id: sim.botOpenId },
  });
  expect(await item(third.id)).toMatchObject({ root_id: first.id, parent_id: second?.messageId });
});

const path = (message: string): string => `/im/v1/messages/${message}/reactions`;

test("reactions belong to their message, and are listed", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("feishu", { clock: () => now });
  const { tenant_access_token: token = "" } = await tokenOf(sim);
  const { id } = await sim.say({ from: USER, text: "one" });
  const other = await sim.say({ from: USER, text: "two" });
  const body = { reaction_type: { emoji_type: "Typing" } };
  const { data } = await post(sim, `/open-apis${path(id)}`, body, token);
  const reaction = {
    operator: { operator_id: sim.credentials.app_id, operator_type: "app" },
    action_time: String(now),
    reaction_type: { emoji_type: "Typing" },
  };
  expect(data).toMatchObject(reaction);
  now += 1000;
  const remove = async (message: string): Promise<number> => {
    const url = `${sim.baseUrl}/open-apis${path(message)}/${String(data?.["reaction_id"])}`;
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(url, { method: "DELETE", headers })).status;
  };
  expect(await remove(other.id)).toBe(400);
  const list = (query: string): Promise<unknown> => get(sim, `${path(id)}?${query}`, token);
  expect(await list("reaction_type=Typing&page_size=50")).toMatchObject({
    data: { items: [reaction], has_more: false },
  });
  expect(await list("reaction_type=OK")).toMatchObject({ data: { items: [] } });
  expect(await list("page_size=51")).toMatchObject({ code: 230001 });
  expect(await remove(id)).toBe(200);
  expect(await list("")).toMatchObject({ data: { items: [] } });
  expect(await post(sim, `/open-apis${path("om_none")}`, body, token)).toMatchObject({
    code: 231003,
  });
});

test("a quote finds the newest message of the chat, of one author if named, and none of other chats", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token } = await tokenOf(sim);
  const quoted = async (from: string, quote: { text: string; from?: string }): Promise<unknown> => {
    const { id } = await sim.say({ from, text: "about that", quote });
    return at((await get(sim, `/im/v1/messages/${id}`, token)).data, "items", 0, "parent_id");
  };
  const old = await sim.say({ from: USER, text: "tea?" });
  const hers = await sim.say({ from: USER, text: "tea?" });
  await sim.say({ from: "ou_2", text: "tea?" });
  await sim.push({ from: USER, type: "text", content: { text: "tea?" }, chatType: "group" });
  expect(await quoted(USER, { text: "tea?" })).toBe(hers.id);
  const body = { receive_id: USER, msg_type: "text", content: text("tea?") };
  const { data } = await post(sim, SEND, body, token);
  const newest = await sim.say({ from: USER, text: "tea?" });
  expect(await quoted(USER, { text: "tea?" })).toBe(newest.id);
  const again = await post(sim, SEND, body, token);
  expect(await quoted(USER, { text: "tea?" })).toBe(again.data?.["message_id"]);
  expect(await quoted(USER, { text: "tea?", from: USER })).toBe(newest.id);
  const made = await quoted("ou_3", { text: "tea?" });
  expect([old.id, hers.id, newest.id, data?.["message_id"]]).not.toContain(made);
});

test("wrong use of the simulator is reported at once", async () => {
  const wrong = expect.objectContaining({ code: "INVALID_INPUT" });
  await expect(startSimulator("feishu", { appId: "wx1" })).rejects.toEqual(wrong);
  await using sim = await startSimulator("feishu");
  expect(sim.credentials.app_id).toMatch(/^cli_[0-9a-f]{16}$/);
  await expect(sim.say({ from: "1001", text: "hi" })).rejects.toEqual(wrong);
  const quote = { text: "x", from: "ou_2" };
  await expect(sim.say({ from: USER, text: "hi", quote })).rejects.toEqual(wrong);
  expect(() => sim.setCallback("http://example.com/")).toThrow(SimulatorError);
  expect(() => sim.recall("om_none")).toThrow(SimulatorError);
  const secrets = JSON.stringify(sim.requests());
  expect(secrets).not.toContain(sim.credentials.app_secret);
});
