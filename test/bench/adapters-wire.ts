import { readdirSync, readFileSync } from "node:fs";
import { objectOf, objectsOf, parseExactJson, parseJson, textOf } from "@botwright/adapter-kit";
import type { IncomingMessage, Platform } from "@botwright/core";
import { parseBody } from "../../packages/adapter-dingtalk/src/parse.ts";
import { parseEvent, readEvent } from "../../packages/adapter-feishu/src/parse.ts";
import { decodeFrame, encodeFrame } from "../../packages/adapter-feishu/src/wire/frame.ts";
import { parseUpdate } from "../../packages/adapter-telegram/src/parse.ts";
import { parseMessage as parseWechat } from "../../packages/adapter-wechat/src/parse.ts";
import { parseMessage as parseWecom } from "../../packages/adapter-wecom/src/parse.ts";
import { createCallbackCrypto } from "../../packages/adapter-wecom/src/wire/crypto.ts";
import { readXml } from "../../packages/adapter-wecom/src/wire/xml.ts";
import { encryptMessage, sign } from "../../packages/simulators/src/wecom/delivery/crypto.ts";
import { toXml } from "../../packages/simulators/src/wecom/wire.ts";

/** A wire format, with messages of each kind in the adapter's fixtures, each in many variants. */
export interface Wire {
  readonly name: string;
  readonly messages: readonly (() => IncomingMessage | null | undefined)[];
}

type Fields = Record<string, unknown>;

/** The number of variants of each fixture, with other ids and texts. */
const VARIANTS = 40;
const CORP = "ww0123456789abcdef";

/** Variants of the fixtures of an adapter that it delivers; `field` is the fixtures' field with the wire's message. */
function fixtures(platform: Platform, field: string): Fields[] {
  const folder = new URL(`../../packages/adapter-${platform}/fixtures/`, import.meta.url);
  const all = readdirSync(folder).flatMap((file) => {
    const { [field]: wire, expected } = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    return expected === null || wire === undefined ? [] : [wire];
  });
  return Array.from({ length: VARIANTS }, (_, n) => all.map((wire) => vary(wire, n))).flat();
}

const IDS = /^(?:message_id|update_id|event_id|msg_?id|MsgId)$/i;
const WORDS = /^(?:text|content|caption|Content)$/;

/** Returns a message with other ids of the same length, and with other texts. */
function vary(value: Fields, n: number): Fields {
  const digits = String(n).padStart(3, "0");
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === "number" && IDS.test(key)) return part + n * 1000;
    if (typeof part !== "string") return part;
    if (IDS.test(key)) return part.slice(0, -3) + digits;
    return WORDS.test(key) && !part.startsWith("{") ? `${part} ${digits}` : part;
  });
  return JSON.parse(text);
}

function telegram(): Wire {
  const bodies = fixtures("telegram", "update").map((update) =>
    JSON.stringify({ ok: true, result: [update] }),
  );
  return {
    name: "Telegram: answer of getUpdates",
    messages: bodies.map((body) => () => parseUpdate(JSON.parse(body).result[0], "42")),
  };
}

function wechat(): Wire {
  // On the wire, ids are numbers that are too large for the precision of JSON.parse.
  const bodies = fixtures("wechat", "message").map((message) =>
    JSON.stringify({ ret: 0, msgs: [message], get_updates_buf: "cursor" }).replaceAll(
      /"message_id":"(\d+)"/g,
      '"message_id":$1',
    ),
  );
  return {
    name: "WeChat: answer of getupdates",
    messages: bodies.map((body) => () => {
      const [message = {}] = objectsOf(objectOf(parseExactJson(body))["msgs"]);
      return parseWechat(message, { receivedAt: 1, quoted: undefined });
    }),
  };
}

function feishu(): Wire {
  const bot = { appId: "cli_a1b2c3d4e5f60718", openId: "ou_bot", name: "Bot" };
  const frames = fixtures("feishu", "event").map((event, index) =>
    encodeFrame({
      seqId: BigInt(index),
      logId: 2n ** 63n,
      service: 7,
      method: 1,
      headers: [
        ["type", "event"],
        ["message_id", `5e3702a84e847582be8db7fb${index}`],
        ["sum", "1"],
        ["seq", "0"],
        ["trace_id", "0123456789abcdef"],
      ],
      payload: Buffer.from(JSON.stringify(event)),
    }),
  );
  return {
    name: "Feishu: protobuf frame of the long connection",
    messages: frames.map((frame) => () => {
      const payload = decodeFrame(frame)?.payload;
      return payload && parseEvent(readEvent(payload), bot)?.incoming;
    }),
  };
}

function dingtalk(): Wire {
  const options = {
    robotCode: "dingrobot",
    toHandle: () => "handle",
    oapiBase: "https://oapi.dingtalk.com",
    botName: "",
  };
  const headers = { topic: "/v1.0/im/bot/messages/get", messageId: "0123456789abcdef01234567" };
  const frames = fixtures("dingtalk", "body").map((body) =>
    JSON.stringify({ specVersion: "1.0", type: "CALLBACK", headers, data: JSON.stringify(body) }),
  );
  return {
    name: "DingTalk: frame of Stream mode",
    messages: frames.map((frame) => () => {
      const data = textOf(objectOf(parseJson(frame))["data"]);
      return parseBody(parseJson(data), options)?.incoming;
    }),
  };
}

function wecom(): { plain: Wire; encrypted: Wire } {
  const key = Buffer.alloc(32, "k").toString("base64").slice(0, 43);
  const crypto = createCallbackCrypto("token", key, CORP);
  const xmls = fixtures("wecom", "message").map((message, index) => {
    const texts = Object.entries(message).map(([name, value]) => [name, String(value)]);
    return toXml(Object.fromEntries(texts), index % 2 === 0 ? "cdata" : "bare");
  });
  const callbacks = xmls.map((xml) => {
    const encrypted = encryptMessage(xml, { encodingAesKey: key, receiver: CORP });
    const signature = sign("token", "1800000000", "nonce", encrypted);
    return { signature, body: toXml({ ToUserName: CORP, Encrypt: encrypted }, "cdata") };
  });
  const common = { timestamp: "1800000000", nonce: "nonce" };
  return {
    plain: {
      name: "WeCom: XML alone, already decrypted",
      messages: xmls.map((xml) => () => parseWecom(readXml(xml), CORP)),
    },
    encrypted: {
      name: "WeCom: callback (envelope, signature, decryption, XML)",
      messages: callbacks.map(({ signature, body }) => () => {
        const encrypted = readXml(body)?.["Encrypt"] ?? "";
        if (!crypto.isSigned({ ...common, signature, encrypted })) return undefined;
        return parseWecom(readXml(crypto.decrypt(encrypted) ?? ""), CORP);
      }),
    },
  };
}

/** The wire formats in the order of the platforms, and WeCom's with its encryption. */
export function wires(): { plain: Wire[]; encrypted: Wire } {
  const { plain, encrypted } = wecom();
  return { plain: [wechat(), feishu(), plain, dingtalk(), telegram()], encrypted };
}
