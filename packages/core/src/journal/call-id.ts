/**
 * The ids of runs and of their attempts in the journal, from which the keys of effects are derived:
 * `<bot>/<message>/<plugin>`, and `#<number>` behind it from the second attempt on. A message's id may have
 * slashes; a plugin's slug has neither a slash nor a number sign, and is not empty: `<bot>/<message>/` is the id
 * of the message's own host call, the download of its medium. Code makes ids from identities and compares
 * them; it reads no identity from an id.
 *
 * @module
 */
import type { MessageIdentity, RunIdentity } from "../types/run-identity.ts";

/** The id of a run in the journal. */
export function callIdOf({ plugin, ...message }: RunIdentity): string {
  return `${messagePrefixOf(message)}${plugin}`;
}

/** What the ids of all runs of a message begin with. */
export function messagePrefixOf({ botDbId, messageId }: MessageIdentity): string {
  return `${botPrefixOf(botDbId)}${messageId}/`;
}

/** What the ids of all runs of a bot begin with. */
export function botPrefixOf(botDbId: number): string {
  return `${botDbId}/`;
}

/** The id of an attempt at a run; 0 is the first. */
export function attemptIdOf(callId: string, number: number): string {
  return number === 0 ? callId : `${callId}#${number}`;
}
