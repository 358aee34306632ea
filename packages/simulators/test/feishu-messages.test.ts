import { expect, test } from "vitest";
import { type FeishuSimulator, startSimulator } from "@botwright/simulators";
import {
  type Answer,
  call,
  get,
  post,
  SEND,
  text,
  tokenOf,
  upload,
  USER,
} from "./feishu-client.ts";
import { at, png } from "./raw-bot.ts";

const MESSAGES = "/im/v1/messages";

/** A bot that has sent one message of this type. */
async function openFixture(type: string, content: string) {
  const sim = await startSimulator("feishu");
  sim.introduce({ id: USER });
  const { tenant_access_token: token = "" } = await tokenOf(sim);
  const body = { receive_id: USER, msg_type: type, content };
  const { data } = await post(sim, SEND, body, token);
  return {
    sim,
    token,
    id: String(data?.["message_id"]),
    path: `${MESSAGES}/${String(data?.["message_id"])}`,
    [Symbol.asyncDispose]: () => sim.close(),
  };
}

test("mget reads many messages at once, recalled ones without their words", async () => {
  await using fixture = await openFixture("text", text("mine"));
  const { sim, token, id } = fixture;
  const first = await sim.say({ from: USER, text: "one" });
  const second = await sim.say({ from: USER, text: "two" });
  sim.recall(second.id);
  const query = [first.id, "om_none", second.id, id].map((each) => `message_ids=${each}`).join("&");
  expect(await get(sim, `${MESSAGES}/mget?${query}`, token)).toMatchObject({
    status: 200,
    code: 0,
    data: {
      items: [
        { message_id: first.id, deleted: false, body: { content: text("one") } },
        { message_id: second.id, deleted: true, body: { content: "This message was recalled" } },
        { message_id: id, sender: { sender_type: "app" } },
      ],
    },
  });
  expect(await get(sim, `${MESSAGES}/mget`, token)).toMatchObject({ code: 230001 });
  const many = Array.from({ length: 51 }, () => `message_ids=${id}`).join("&");
  expect(await get(sim, `${MESSAGES}/mget?${many}`, token)).toMatchObject({ code: 230001 });
});

test("chats: a private one is found by its id, and not listed", async () => {
  await using fixture = await openFixture("text", text("hi"));
  const { sim, token, path } = fixture;
  const { data } = await get(sim, path, token);
  const chat = String(at(data, "items", 0, "chat_id"));
  expect(await get(sim, `/im/v1/chats/${chat}`, token)).toMatchObject({
    code: 0,
    data: { chat_mode: "p2p" },
  });
  expect(await get(sim, "/im/v1/chats/oc_none", token)).toMatchObject({ code: 232006 });
  expect(await get(sim, "/im/v1/chats?page_size=20", token)).toMatchObject({
    data: { items: [], has_more: false },
  });
});

test("PUT edits the bot's own text, and people see the new one", async () => {
  await using fixture = await openFixture("text", text("frist"));
  const { sim, token, path, id } = fixture;
  const edited = await call(sim, "PUT", path, { msg_type: "text", content: text("first") }, token);
  expect(edited).toMatchObject({
    code: 0,
    data: { message_id: id, updated: true, body: { content: text("first") } },
  });
  expect(sim.sent()).toMatchObject([{ messageId: id, text: "first" }]);
  expect(await get(sim, path, token)).toMatchObject({ data: { items: [{ updated: true }] } });
  const { messageId } = await sim.say({ from: USER, text: "mine", quote: { text: "first" } });
  const { data } = await get(sim, `${MESSAGES}/${messageId}`, token);
  expect(at(data, "items", 0, "parent_id")).toBe(id);

  const codeOf = async (where: string, body: object): Promise<unknown> =>
    (await call(sim, "PUT", where, body, token)).code;
  const body = { msg_type: "text", content: text("x") };
  expect(await codeOf(`${MESSAGES}/${messageId}`, body)).toBe(230071);
  expect(await codeOf(`${MESSAGES}/om_none`, body)).toBe(230001);
  expect(await codeOf(path, { msg_type: "image", content: "{}" })).toBe(230001);
  expect(await codeOf(path, { msg_type: "text" })).toBe(230001);
  expect(await codeOf(path, { msg_type: "text", content: text(" ") })).toBe(230001);
});

test("PATCH changes a card only, PUT none", async () => {
  await using fixture = await openFixture("interactive", '{"elements":[]}');
  const { sim, token, path } = fixture;
  const content = '{"elements":[{"tag":"hr"}]}';
  expect(await call(sim, "PATCH", path, { content }, token)).toMatchObject({ code: 0, data: {} });
  expect(sim.sent()).toMatchObject([{ text: content }]);
  const edit = { msg_type: "text", content: text("x") };
  expect(await call(sim, "PUT", path, edit, token)).toMatchObject({ code: 230054 });
  await using other = await openFixture("text", text("hi"));
  const patched = await call(other.sim, "PATCH", other.path, { content }, other.token);
  expect(patched).toMatchObject({ code: 230001 });
});

test("DELETE takes the bot's own message back: people no longer see it", async () => {
  await using fixture = await openFixture("text", text("oops"));
  const { sim, token, path } = fixture;
  expect(await call(sim, "DELETE", path, undefined, token)).toMatchObject({ code: 0, data: {} });
  expect(sim.sent()).toMatchObject([{ text: "oops", shown: false }]);
  expect(await get(sim, path, token)).toMatchObject({ code: 230110 });
  expect(await call(sim, "DELETE", path, undefined, token)).toMatchObject({ code: 230011 });
  const theirs = await sim.say({ from: USER, text: "mine" });
  const refused = await call(sim, "DELETE", `${MESSAGES}/${theirs.id}`, undefined, token);
  expect(refused).toMatchObject({ code: 230071 });
});

test("the official plugin's ping says who the bot is", async () => {
  await using sim = await startSimulator("feishu", { botName: "Helper" });
  const { tenant_access_token: token } = await tokenOf(sim);
  const path = "/open-apis/bot/v1/openclaw_bot/ping";
  expect(await post(sim, path, { needBotInfo: true }, token)).toMatchObject({
    code: 0,
    data: { pingBotInfo: { botID: sim.botOpenId, botName: "Helper" } },
  });
});

const post1 = (...paragraphs: object[][]): string =>
  JSON.stringify({ zh_cn: { title: "Plan", content: paragraphs } });

test("a post is shown as its text", async () => {
  await using sim = await startSimulator("feishu");
  sim.introduce({ id: USER });
  const { tenant_access_token: token } = await tokenOf(sim);
  const fields = { image_type: "message", image: new Blob([new Uint8Array(png(2, 2))]) };
  const { data } = await upload(sim, "images", fields, token);
  const content = post1(
    [
      { tag: "text", text: "see ", style: ["bold"] },
      { tag: "a", text: "this", href: "https://example.com" },
      { tag: "at", user_id: USER },
      { tag: "emotion", emoji_type: "SMILE" },
    ],
    [{ tag: "img", image_key: data?.["image_key"] }],
    [{ tag: "code_block", text: "<b>1</b>" }],
    [{ tag: "hr" }],
    [{ tag: "md", text: "**end**" }],
  );
  const body = { receive_id: USER, msg_type: "post", content };
  expect(await post(sim, SEND, body, token)).toMatchObject({ code: 0 });
  expect(sim.sent()[0]?.text).toBe(
    `Plan\nsee this https://example.com@${USER}[SMILE]\n\n<b>1</b>\n\n**end**`,
  );
});

test.each([
  ["an unknown tag", [{ tag: "marquee", text: "x" }]],
  ["a text without words", [{ tag: "text" }]],
  ["a picture that was not uploaded", [{ tag: "img", image_key: "img_none" }]],
  ["a video that was not uploaded", [{ tag: "media", file_key: "file_none" }]],
])("a post with %s is refused", async (_about, paragraph) => {
  await using sim = await startSimulator("feishu");
  sim.introduce({ id: USER });
  const { tenant_access_token: token } = await tokenOf(sim);
  const body = { receive_id: USER, msg_type: "post", content: post1(paragraph) };
  expect(await post(sim, SEND, body, token)).toMatchObject({ code: 230001 });
});

async function shownOf(sim: FeishuSimulator, words: string): Promise<Answer & { shown?: string }> {
  const { tenant_access_token: token } = await tokenOf(sim);
  const body = { receive_id: USER, msg_type: "text", content: text(words) };
  const answer = await post(sim, SEND, body, token);
  const shown = sim.sent().at(-1)?.text;
  return { ...answer, ...(shown !== undefined && { shown }) };
}

test.each([
  ['<at user_id="all">everyone</at> hi', "@everyone hi"],
  ['<at user_id="ou_1"></at>', "@ou_1"],
  ["<b>bold</b> <i>it</i> 1 < 2", "bold it 1 < 2"],
  ["<\u2060b>bold<\u2060/b>", "<b>bold</b>"],
  ["[words](https://a.example/b) [x](y)", "words [x](y)"],
  ["[words]\u2060(https://a.example/b)", "[words](https://a.example/b)"],
])("the tags of a text are no words: %s", async (words, shown) => {
  await using sim = await startSimulator("feishu");
  sim.introduce({ id: USER });
  expect(await shownOf(sim, words)).toMatchObject({ code: 0, shown });
});

test("a forward is read with the messages in it", async () => {
  await using sim = await startSimulator("feishu");
  const { tenant_access_token: token } = await tokenOf(sim);
  sim.introduce({ id: "ou_2", name: "Bea" });
  const inner = { from: "ou_2", type: "text", content: { text: "deep" } };
  const { id } = await sim.push({
    from: USER,
    type: "merge_forward",
    content: { content: "Merged and Forwarded Message" },
    forwarded: [
      { from: "ou_2", type: "text", content: { text: "one" } },
      { from: "ou_2", type: "merge_forward", content: {}, forwarded: [inner] },
    ],
  });
  const { data } = await get(sim, `${MESSAGES}/${id}`, token);
  const nested = at(data, "items", 2, "message_id");
  expect(data).toMatchObject({
    items: [
      { message_id: id, msg_type: "merge_forward" },
      { upper_message_id: id, body: { content: text("one") }, sender: { sender_name: "Bea" } },
      { upper_message_id: id, msg_type: "merge_forward" },
      { upper_message_id: nested, body: { content: text("deep") } },
    ],
  });
});
