import { forwardedText, pause } from "@botwright/adapter-kit";
import { describeError } from "@botwright/core";
import type { QuoteContext } from "./quote.ts";
import { type ForwardedMessage, parseForward } from "../parse/forward.ts";
import { isId } from "../wire.ts";

/** Milliseconds for reading the messages of a forward, and then for finding the names of their senders. */
const READ_MS = 10_000;
const NAMES_MS = 2000;
/** The most people of one forward whose names are looked up. */
const MAX_LOOKUPS = 20;

/**
 * Fetches the messages of a forward and resolves to their text, with a line for each; to `""` when they
 * cannot be fetched. Never rejects.
 */
export async function fetchForward(messageId: string, parts: QuoteContext): Promise<string> {
  const { api, bot, nameOf, logger, clock } = parts;
  if (!isId(messageId)) return "";
  const names = new Map<string, string>();

  /** Runs a task with a time limit, after which the result is `instead`. */
  async function within<T>(ms: number, instead: T, run: (signal: AbortSignal) => Promise<T>) {
    const done = new AbortController();
    const late = pause(ms, done.signal, clock).then(() => instead);
    try {
      return await Promise.race([run(done.signal), late]);
    } finally {
      done.abort();
    }
  }

  async function read(signal: AbortSignal): Promise<ForwardedMessage[]> {
    try {
      const path = `/im/v1/messages/${encodeURIComponent(messageId)}`;
      const answer = await api.call({ name: "get message", method: "GET", path, signal });
      return parseForward(answer, messageId, bot);
    } catch (error) {
      logger.debug("Feishu: the messages of a forward could not be fetched", describeError(error));
      return [];
    }
  }

  async function findNames(messages: readonly ForwardedMessage[]): Promise<void> {
    const unknown = messages.filter(({ name }) => name === "").map(({ openId }) => openId);
    for (const openId of [...new Set(unknown)].filter(Boolean).slice(0, MAX_LOOKUPS)) {
      names.set(openId, await nameOf(openId));
    }
  }

  const messages = await within<ForwardedMessage[]>(READ_MS, [], read);
  await within(NAMES_MS, undefined, () => findNames(messages));
  return forwardedText(
    messages.map(({ openId, name, text }) => ({
      sender: name || (names.get(openId) ?? ""),
      text,
    })),
  );
}
