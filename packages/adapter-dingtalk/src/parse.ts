import {
  isFields,
  numberOf,
  textOf,
  toMessageId,
  toQuoteFields,
  readAddress,
} from "@botwright/adapter-kit";
import type { IncomingMessage, ParsedMessage } from "@botwright/core";
import { readContent } from "./parse/content.ts";
import { isUnknown, type Quote, readQuote } from "./parse/quote.ts";
import type { RobotMessage } from "./wire.ts";

/** A sessionWebhook: a URL at which anyone can answer one person for about 90 minutes, and so a secret. */
export interface Session {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly user: string;
}

/** The result of {@link parseBody}. */
export interface Parsed {
  readonly incoming: IncomingMessage;
  /** The session that `message.contextToken` stands for. */
  readonly session?: Session;
  /** Name of the sender, for later quotes. */
  readonly title: string;
  /** A quote whose text or author is missing; it has ids under which the adapter may have stored them. */
  readonly unknownQuote?: Quote;
}

/** Options of {@link parseBody}. */
export interface ParseOptions {
  readonly robotCode: string;
  /** Makes the opaque handle that stands for a sessionWebhook. */
  readonly toHandle: (url: string) => string;
  /** Base URL of the old API; a sessionWebhook on another host than DingTalk's is ignored. */
  readonly oapiBase: string;
  /** The robot's name, for quotes of its own messages; `""` when it is not known. */
  readonly botName: string;
}

/**
 * Parses one message body. Returns `null` for everything except a person's message to the robot in
 * a chat of two, that is: for groups, the robot's own messages, and messages of an unsupported kind that have no
 * text. Never throws.
 *
 * @example
 * const parsed = parseBody(JSON.parse(frame.data), { robotCode, toHandle, oapiBase, botName });
 * if (parsed !== null) await sink(parsed.incoming);
 */
export function parseBody(body: unknown, options: ParseOptions): Parsed | null {
  if (!isFields<RobotMessage>(body) || body.conversationType !== "1") return null;
  const id = textOf(body.msgId);
  const from = textOf(body.senderStaffId) || textOf(body.senderId);
  if (id === "" || from === "") return null;
  const robot = textOf(body.chatbotUserId);
  if (robot !== "" && robot === body.senderId) return null;
  const content = readContent(body);
  if (content === undefined) return null;

  const url = textOf(body.sessionWebhook);
  const { sessionWebhook: _secret, ...rest } = body;
  const contextToken = url === "" ? "" : options.toHandle(url);
  const quote = readQuote(body, options.botName);
  const message: ParsedMessage = {
    ...content,
    from,
    to: textOf(body.robotCode) || robot || options.robotCode,
    timestamp: numberOf(body.createAt),
    contextToken,
    messageId: toMessageId(id),
    ...(quote !== undefined && toQuoteFields(quote.source, content.text)),
    raw: url === "" ? rest : { ...rest, sessionWebhook: contextToken },
  };
  const until = numberOf(body.sessionWebhookExpiredTime);
  return {
    incoming: { id, message },
    title: textOf(body.senderNick),
    ...(isOwn(url, options.oapiBase) && { session: { url, until, user: from } }),
    ...(quote !== undefined && isUnknown(quote) && { unknownQuote: quote }),
  };
}

/**
 * Whether a sessionWebhook belongs to DingTalk. In HTTP mode the signature does not cover the body,
 * so an attacker who replays a signature could otherwise direct the answers to another host.
 */
function isOwn(url: string, oapiBase: string): boolean {
  if (url.startsWith(`${oapiBase}/`)) return true;
  const address = readAddress(url);
  return address?.protocol === "https:" && /\.dingtalk\.(?:com|io)$/.test(address.hostname);
}
