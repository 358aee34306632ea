import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { MessageSink, PlatformAdapter } from "@botwright/core";
import type { Simulator } from "@botwright/simulators";
import { vi } from "vitest";
import * as dingtalk from "../../packages/adapter-dingtalk/test/dingtalk.ts";
import * as feishu from "../../packages/adapter-feishu/test/feishu.ts";
import * as telegram from "../../packages/adapter-telegram/test/telegram.ts";
import * as wechat from "../../packages/adapter-wechat/test/wechat.ts";
import { tap } from "../../packages/adapter-wechat/test/wiretap.ts";
import { post } from "../../packages/adapter-wecom/test/callbacks.ts";
import * as wecom from "../../packages/adapter-wecom/test/wecom.ts";

type Fields = Record<string, unknown>;

/** An adapter on its simulator that can be fed in the place of the platform. */
export interface Target extends AsyncDisposable {
  /** Inputs as the platform writes them. */
  readonly samples: readonly Fields[];
  /** The same as a message that has not come yet. */
  readonly renew: (sample: Fields, id: number) => Fields;
  /** A text from a person whom the bot can answer. */
  readonly good: (words: string, id: number) => Fields;
  /** The input as text on the wire. */
  readonly write: (input: unknown) => string;
  /** Resolves when the adapter is done with it. @throws when the adapter fails */
  readonly feed: (text: string) => Promise<void>;
  /** Sends an answer to that person. */
  readonly answer: (words: string) => Promise<unknown>;
  /** Whether that person has got the answer. */
  readonly answered: (words: string) => Promise<boolean>;
}

export type OpenTarget = (sink: MessageSink) => Promise<Target>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an adapter's fixtures have under this name. */
function samplesOf(platform: string, name: string): Fields[] {
  const folder = new URL(`../../packages/adapter-${platform}/fixtures/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const fixture: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    const sample = isFields(fixture) ? fixture[name] : undefined;
    return isFields(sample) ? [sample] : [];
  });
}

/** A copy in which the fields of the object at this path are replaced. */
function change(value: Fields, path: readonly string[], fields: Fields): Fields {
  const [key, ...rest] = path;
  if (key === undefined) return { ...value, ...fields };
  const inner = value[key];
  return { ...value, [key]: change(isFields(inner) ? inner : {}, rest, fields) };
}

/** An id of 19 digits, which no number holds. */
function longId(id: number): string {
  return `7${String(id).padStart(18, "0")}`;
}

/** How a person is answered and what they see. */
function answers(
  adapter: PlatformAdapter,
  simulator: Pick<Simulator, "sent">,
  userOf: (words: string) => string,
): Pick<Target, "answer" | "answered"> {
  return {
    answer: (words) => adapter.sendText(userOf(words), words),
    async answered(words) {
      const isThere = (): boolean => simulator.sent().some(({ text }) => text === words);
      await vi.waitUntil(isThere, { timeout: 30_000, interval: 2 }).catch(() => {});
      return isThere();
    },
  };
}

/** Posts to an adapter. Whatever comes, it answers, and never that it has failed. */
async function postTo(adapter: PlatformAdapter, request: Request): Promise<void> {
  const response = await adapter.handleRequest?.(request);
  if (response === undefined || response.status >= 500) {
    throw new Error(`the adapter answered ${response?.status}`);
  }
}

/** Fields of JSON text; not all inputs are JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const telegramUpdates: Pick<Target, "samples" | "renew" | "good" | "write"> = {
  samples: samplesOf("telegram", "update"),
  renew: (sample, update_id) => ({ ...sample, update_id }),
  good: (text, index) => ({
    update_id: 1e9 + index,
    message: {
      message_id: index,
      from: { id: Number(telegram.USER), is_bot: false, first_name: "Ann" },
      chat: { id: Number(telegram.USER), type: "private" },
      date: 1_800_000_000,
      text,
    },
  }),
  write: (input) => JSON.stringify(input),
};

const openTelegramHook: OpenTarget = async (sink) => {
  const fixture = await telegram.openFixture();
  fixture.telegram.introduce({ id: telegram.USER, name: "Ann" });
  const url = "http://127.0.0.1:9/hook";
  const secretToken = "wire-fuzz";
  const adapter = await fixture.started({ webhook: { url, secretToken } }, sink);
  const headers = { "x-telegram-bot-api-secret-token": secretToken };
  return {
    ...telegramUpdates,
    feed: (body) => postTo(adapter, new Request(url, { method: "POST", headers, body })),
    ...answers(adapter, fixture.telegram, () => telegram.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** The simulator delivers any update whose one field is an object. */
const openTelegramPoll: OpenTarget = async (sink) => {
  const fixture = await telegram.openFixture();
  const { telegram: simulator } = fixture;
  simulator.introduce({ id: telegram.USER, name: "Ann" });
  const adapter = await fixture.started({}, sink);
  return {
    ...telegramUpdates,
    async feed(text) {
      const update = readJson(text);
      if (!isFields(update)) return;
      const { message } = update;
      if (isFields(message)) simulator.receive("message", message);
    },
    ...answers(adapter, simulator, () => telegram.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

const feishuText = (text: string, id: string | number): Fields => ({
  schema: "2.0",
  header: { event_id: id, event_type: "im.message.receive_v1" },
  event: {
    sender: { sender_id: { open_id: feishu.USER }, sender_type: "user" },
    message: {
      message_id: id,
      create_time: "1800000000000",
      chat_id: "oc_1",
      chat_type: "p2p",
      message_type: "text",
      content: JSON.stringify({ text }),
    },
  },
});

/** By callback, without encryption. */
const openFeishu: OpenTarget = async (sink) => {
  const fixture = await feishu.openFixture();
  const { feishu: simulator } = fixture;
  const { verificationToken } = simulator.callbackSecrets;
  const adapter = await fixture.started({ callback: { verificationToken } }, sink);
  return {
    samples: samplesOf("feishu", "event"),
    renew: (sample, id) => change(sample, ["event", "message"], { message_id: `om_fuzz${id}` }),
    good: (text, index) => feishuText(text, `om_good${index}`),
    write: (input) =>
      JSON.stringify(
        isFields(input) ? change(input, ["header"], { token: verificationToken }) : input,
      ),
    feed: (body) => postTo(adapter, new Request("http://localhost/hook", { method: "POST", body })),
    ...answers(adapter, simulator, () => feishu.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** By long connection: the simulator sends messages of any type with any content. */
const openFeishuSocket: OpenTarget = async (sink) => {
  const fixture = await feishu.openFixture();
  const { feishu: simulator } = fixture;
  const adapter = await fixture.started({}, sink);
  return {
    samples: samplesOf("feishu", "event"),
    renew: (sample) => sample,
    good: feishuText,
    write: (input) => JSON.stringify(input),
    async feed(text) {
      const input = readJson(text);
      const event = isFields(input) && isFields(input["event"]) ? input["event"] : {};
      const { message_type: type, content } = isFields(event["message"]) ? event["message"] : {};
      if (typeof type !== "string" || typeof content !== "string") return;
      await simulator.push({ from: feishu.USER, type, content });
    },
    ...answers(adapter, simulator, () => feishu.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

const openWecom: OpenTarget = async (sink) => {
  const fixture = await wecom.openFixture();
  const adapter = await fixture.started({}, sink);
  /** Another member for each text: nobody may be sent more than 30 a minute. */
  const memberOf = (words: string): string => {
    const id = `member${words.replaceAll(/\D/g, "")}`;
    fixture.wecom.introduce({ id });
    return id;
  };
  return {
    samples: samplesOf("wecom", "message"),
    renew: (sample, id) => ({ ...sample, MsgId: longId(id) }),
    good: (Content, index) => ({
      ToUserName: fixture.binding.corpId,
      FromUserName: memberOf(Content),
      CreateTime: "1800000000",
      MsgType: "text",
      Content,
      MsgId: `8${index}`,
      AgentID: fixture.binding.agentId,
    }),
    write: (input) => `<xml>${toXml(input)}</xml>`,
    feed: (xml) => postTo(adapter, post(fixture, xml)),
    ...answers(adapter, fixture.wecom, memberOf),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** Deeper elements are left out: here is a recursion, and the adapter reads one level. */
const MAX_DEPTH = 100;

/** Elements by the names of fields. Texts are in CDATA, and some bare. */
function toXml(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return "";
  if (Array.isArray(value)) {
    return value
      .slice(0, 20)
      .map((each) => toXml(each, depth + 1))
      .join("");
  }
  if (!isFields(value)) {
    const text = String(value);
    const bare = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return text.length % 3 === 0 ? bare : `<![CDATA[${text.replaceAll("]]>", "]] >")}]]>`;
  }
  return Object.entries(value)
    .map(([key, each]) => `<${key}>${toXml(each, depth + 1)}</${key}>`)
    .join("");
}

const dingtalkBodies: Pick<Target, "samples" | "renew" | "good" | "write"> = {
  samples: samplesOf("dingtalk", "body"),
  renew: (sample, id) => ({ ...sample, msgId: `msgFuzz${id}==` }),
  good: (content, index) => ({
    msgId: `msgGood${index}==`,
    msgtype: "text",
    text: { content },
    conversationType: "1",
    senderStaffId: dingtalk.USER,
    createAt: Date.now(),
  }),
  write: (input) => JSON.stringify(input),
};

const openDingtalkHttp: OpenTarget = async (sink) => {
  const fixture = await dingtalk.openFixture();
  fixture.dingtalk.introduce({ id: dingtalk.USER, name: "Ann" });
  const adapter = await fixture.started({ callback: {} }, sink);
  const { app_secret: secret } = fixture.dingtalk.credentials;
  return {
    ...dingtalkBodies,
    feed(body) {
      const timestamp = String(Date.now());
      const sign = createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64");
      const headers = { timestamp, sign };
      return postTo(adapter, new Request("http://localhost/", { method: "POST", headers, body }));
    },
    ...answers(adapter, fixture.dingtalk, () => dingtalk.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** The simulator pushes a body with any fields. */
const openDingtalkStream: OpenTarget = async (sink) => {
  const fixture = await dingtalk.openFixture();
  const { dingtalk: simulator } = fixture;
  simulator.introduce({ id: dingtalk.USER, name: "Ann" });
  const adapter = await fixture.started({}, sink);
  return {
    ...dingtalkBodies,
    async feed(text) {
      const fields = readJson(text);
      if (isFields(fields)) await simulator.push({ from: dingtalk.USER, fields });
    },
    ...answers(adapter, simulator, () => dingtalk.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** By long poll, through a server that has other answers than the simulator. */
const openWechat: OpenTarget = async (sink) => {
  const fixture = await wechat.openFixture();
  const { wechat: simulator } = fixture;
  /** What the next polls are answered with. */
  const waiting: string[] = [];
  /** Called when a poll comes for which nothing waits: all before it has been read. */
  const drained = new Set<() => void>();
  const server = await tap(simulator.baseUrl, ({ call }) => {
    if (call !== "getupdates") return undefined;
    const body = nextAnswer(waiting);
    if (body !== undefined) {
      return new Response(body, { headers: { "content-type": "application/json" } });
    }
    for (const resolve of drained) resolve();
    drained.clear();
    return undefined;
  });
  const adapter = await fixture.started(
    { apiBase: server.url, credentials: { ...fixture.session, baseUrl: server.url } },
    sink,
  );
  return {
    samples: samplesOf("wechat", "message"),
    renew: (sample, id) => ({ ...sample, message_id: longId(id) }),
    good: (text, index) => ({
      message_id: `8${index}`,
      from_user_id: wechat.USER,
      message_type: 1,
      message_state: 2,
      context_token: "Y29udGV4dA==",
      create_time_ms: Date.now(),
      item_list: [{ type: 1, text_item: { text } }],
    }),
    write: (input) => JSON.stringify(input),
    async feed(text) {
      const { promise, resolve } = Promise.withResolvers<void>();
      drained.add(resolve);
      waiting.push(text);
      // The poll that is held ends with a message of the simulator's own.
      if (waiting.length === 1) await simulator.say({ from: wechat.USER, text: "go on" });
      await promise;
    },
    ...answers(adapter, simulator, () => wechat.USER),
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
};

/** Takes up to 20 messages for one answer; what is no JSON comes alone, as an answer. */
function nextAnswer(waiting: string[]): string | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  if (readJson(first) === undefined) return waiting.shift();
  const end = waiting.slice(0, 20).findIndex((text) => readJson(text) === undefined);
  const messages = waiting.splice(0, end === -1 ? 20 : end);
  return `{"ret":0,"msgs":[${messages.join(",")}]}`;
}

/** The ways into the five adapters, and how many inputs are for the usual tests. */
export const TARGETS: readonly {
  readonly name: string;
  readonly open: OpenTarget;
  readonly inputs: number;
}[] = [
  { name: "DingTalk by HTTP", open: openDingtalkHttp, inputs: 600 },
  { name: "DingTalk by stream", open: openDingtalkStream, inputs: 200 },
  { name: "Feishu by callback", open: openFeishu, inputs: 600 },
  { name: "Feishu by long connection", open: openFeishuSocket, inputs: 200 },
  { name: "Telegram by webhook", open: openTelegramHook, inputs: 600 },
  { name: "Telegram by poll", open: openTelegramPoll, inputs: 200 },
  { name: "WeChat by poll", open: openWechat, inputs: 200 },
  { name: "WeCom by callback", open: openWecom, inputs: 600 },
];
