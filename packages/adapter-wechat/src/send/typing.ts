import { textOf } from "@botwright/adapter-kit";
import { type Clock, entryLimit } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { SessionStore } from "../adapter/session-store.ts";
import type { Api } from "../api.ts";
import { TYPING_STATUS, type TypingStatus } from "../wire/api.ts";

/** Shows and ends the typing indicator. */
export interface TypingSignals {
  show(session: TypingSession, to: string, signal: AbortSignal): Promise<void>;
  /** Ends the indicator if it was shown to this user; makes no call otherwise. */
  cancel(session: TypingSession, to: string): Promise<void>;
}

/** The session whose API and token the calls use. */
interface TypingSession {
  readonly api: Api;
  readonly token: string;
}

/** How long a user's ticket is cached, in milliseconds: getconfig is called once in this time. */
const TICKET_MS = 600_000;
const CALL_TIMEOUT_MS = 10_000;
/** The most users whose tickets are cached. */
const MAX_TICKETS = 1000;

/** Makes {@link TypingSignals}, with a cache of the tickets that sendtyping needs. */
export function createTypingSignals(store: SessionStore, clock: Clock): TypingSignals {
  const tickets = new LRUCache<string, string>({
    ...entryLimit(MAX_TICKETS),
    ttl: TICKET_MS,
    // Uses the injected clock; without a resolution of 0 the cache would reuse a time for 1 ms.
    perf: clock,
    ttlResolution: 0,
  });

  async function ticketFor({ api, token }: TypingSession, to: string): Promise<string> {
    const kept = tickets.get(to);
    if (kept !== undefined) return kept;
    const contextToken = await store.contextToken(token, to);
    const answer = await api.call(
      "getconfig",
      { ilink_user_id: to, ...(contextToken !== "" && { context_token: contextToken }) },
      { timeoutMs: CALL_TIMEOUT_MS },
    );
    const ticket = textOf(answer.typing_ticket);
    if (ticket !== "") tickets.set(to, ticket);
    return ticket;
  }

  async function setStatus(
    { api }: TypingSession,
    to: string,
    ticket: string,
    status: TypingStatus,
  ): Promise<void> {
    try {
      const params = { ilink_user_id: to, typing_ticket: ticket, status };
      await api.call("sendtyping", params, { timeoutMs: CALL_TIMEOUT_MS });
    } catch (error) {
      tickets.delete(to);
      throw error;
    }
  }

  return {
    async show(session, to, signal) {
      const ticket = await ticketFor(session, to);
      if (ticket === "" || signal.aborted) return;
      await setStatus(session, to, ticket, TYPING_STATUS.typing);
    },
    async cancel(session, to) {
      const kept = tickets.get(to);
      if (kept !== undefined) await setStatus(session, to, kept, TYPING_STATUS.cancel);
    },
  };
}
