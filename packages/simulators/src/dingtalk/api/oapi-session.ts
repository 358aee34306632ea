import { randomUUID } from "node:crypto";
import { isRecord } from "../../http/http.ts";
import { rememberMessage } from "../quotes.ts";
import type { DingtalkState } from "../state.ts";
import { type DingtalkObject, OapiError } from "../wire.ts";

const MINUTE_MS = 60_000;

/** The required keys of each kind of answer; the last one has the text that the chat shows. There is no media. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  text: ["content"],
  markdown: ["title", "text"],
  link: ["title", "messageUrl", "text"],
  actionCard: ["title", "text"],
  feedCard: ["links"],
};

/** Handles a request to a sessionWebhook, which answers a message. */
export function sendBySession(
  state: DingtalkState,
  query: URLSearchParams,
  fields: DingtalkObject,
): DingtalkObject {
  const { faults, options } = state;
  const now = state.now();
  const session = state.sessions.get(query.get("session") ?? "");
  const isGone =
    faults["expired-session"].take("sendbysession") !== undefined ||
    session === undefined ||
    now >= session.until ||
    faults["refused-user"].take("sendbysession", ({ user }) => user === session.user);
  if (isGone) throw new OapiError(300_005, "token is not exist");
  session.answers = session.answers.filter((at) => now - at < MINUTE_MS);
  const isFull = session.answers.length >= (options.sessionPerMinute ?? 20);
  if (isFull || faults["rate-limit"].take("sendbysession")) {
    throw new OapiError(660_026, "sending too many messages per minute");
  }
  const text = textOf(fields);
  session.answers = [...session.answers, now];
  state.sent.add({ messageId: randomUUID(), to: session.user, type: "text", text });
  rememberMessage(state, { text, chat: session.user });
  return {};
}

function textOf(fields: DingtalkObject): string {
  const { msgtype } = fields;
  const kind = typeof msgtype === "string" && Object.hasOwn(KINDS, msgtype) ? msgtype : undefined;
  if (kind === undefined) throw new OapiError(400_105, "unsupported msgtype");
  const body = fields[kind];
  const said = (KINDS[kind] ?? []).map((key) => wordsOf(isRecord(body) ? body[key] : undefined));
  const text = said.at(-1);
  if (text === undefined || said.includes("")) throw new OapiError(40_035, "不合法的参数");
  return text;
}

/** A text, or the titles of the links of a card; `""` for anything else. */
function wordsOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : "";
  const titles: unknown[] = value.map((link: unknown) => (isRecord(link) ? link["title"] : ""));
  return titles.every((title) => typeof title === "string") ? titles.join("\n") : "";
}
