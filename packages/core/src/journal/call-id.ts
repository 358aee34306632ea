/**
 * The ids of runs and of their attempts in the journal: `<bot>/<message>/<plugin>`, followed by `#<number>` from the
 * second attempt on. The idempotency keys of effects are derived from them. A message id may contain slashes; a
 * plugin's slug is not empty and contains neither a slash nor a number sign. `<bot>/<message>/` is the id of the
 * message's own host call, the download of its medium. Code creates and compares ids; it never parses one.
 *
 * @module
 */
import type { MessageIdentity, RunIdentity } from "../types/run-identity.ts";

/** The id of a run in the journal. */
export function callIdOf({ plugin, ...message }: RunIdentity): string {
  return `${messagePrefixOf(message)}${plugin}`;
}

/** The common prefix of the ids of all runs of a message. */
export function messagePrefixOf({ botDbId, messageId }: MessageIdentity): string {
  return `${botPrefixOf(botDbId)}${messageId}/`;
}

/** The common prefix of the ids of all runs of a bot. */
export function botPrefixOf(botDbId: number): string {
  return `${botDbId}/`;
}

/** The id of an attempt at a run; 0 is the first. */
export function attemptIdOf(callId: string, number: number): string {
  return number === 0 ? callId : `${callId}#${number}`;
}
