import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { isRecord } from "../../http/http.ts";
import type { SentMessage } from "../../simulator.ts";
import { WireError } from "../answer.ts";
import { readContent } from "./send-content.ts";
import type { WecomState } from "../state.ts";
import type { WecomAnswer } from "../wire.ts";

const MAX_RECEIVERS = 1000;
/** A `\u` escape, but not an escaped backslash before a u. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\u[0-9a-f]{4}/i;

/** message/send: checks the message, and shows it to those receivers whom the app may reach. */
export function sendMessage(state: WecomState, type: string, bytes: Buffer): WecomAnswer {
  const { strictSends } = state;
  if (strictSends && !/^application\/json\b/i.test(type)) throw new WireError(47001);
  const body = bytes.toString();
  // A single invalid byte makes the platform refuse the body.
  if (!isUtf8(bytes) || (strictSends && ESCAPED.test(body))) throw new WireError(40033);
  const message = readJson(body);
  checkAgent(state, message["agentid"]);
  const receivers = receiversOf(state, message["touser"]);
  const content = readContent(state, message);
  const [known, unknown] = partition(receivers, (id) => isVisible(state, id));
  if (known.length === 0) throw new WireError(81013);
  const messageId = randomBytes(33).toString("base64url");
  if (!state.repeats.isRepeat(message)) {
    for (const id of known) {
      const to = state.members.person(id).id;
      const shown: SentMessage = { messageId, to, ...content };
      if (state.quota.take(to)) state.sent.add(shown);
      else state.dropped.push(shown);
    }
  }
  const isDoubted = state.faults["invalid-user"].take("message/send") !== undefined;
  const invalid = isDoubted ? receivers : unknown;
  return {
    invaliduser: invalid.join("|").toLowerCase(),
    invalidparty: "",
    invalidtag: "",
    msgid: messageId,
  };
}

function readJson(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new WireError(47001);
  }
  if (!isRecord(value)) throw new WireError(47001);
  return value;
}

function checkAgent(state: WecomState, agent: unknown): void {
  if (agent === undefined) throw new WireError(41011);
  const isNumber = typeof agent === "number" && Number.isInteger(agent);
  const isDigits = !state.strictSends && typeof agent === "string" && /^\d+$/.test(agent);
  if (!isNumber && !isDigits) throw new WireError(40056);
  if (String(agent) !== state.credentials.agent_id) throw new WireError(301002);
}

function receiversOf(state: WecomState, given: unknown): string[] {
  if (given === undefined || given === "") throw new WireError(82001);
  if (typeof given !== "string") throw new WireError(40058);
  if (given.toLowerCase() === "@all") return state.members.ids();
  const receivers = given.split("|");
  if (receivers.length > MAX_RECEIVERS) throw new WireError(40058);
  return receivers;
}

function isVisible(state: WecomState, id: string): boolean {
  const member = state.members.find(id);
  if (member === undefined) return false;
  const hidden = state.faults["refused-user"];
  return hidden.take("message/send", ({ user }) => user === member.id) === undefined;
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [yes: T[], no: T[]] {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}
