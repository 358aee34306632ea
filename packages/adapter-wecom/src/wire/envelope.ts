import type { Envelope } from "../wire.ts";

/** The elements of an envelope in any case, with or without CDATA, because WeCom and proxies write them differently. */
const ENCRYPT = /<Encrypt>(?:<!\[CDATA\[)?([A-Za-z0-9+/=]+)(?:\]\]>)?<\/Encrypt>/i;
const AGENT_ID = /<AgentID>(?:<!\[CDATA\[)?(\d+)(?:\]\]>)?<\/AgentID>/i;

/**
 * Finds the elements of a callback's body by a search in linear time: before the signature is
 * verified, anyone may have sent the body, and a parser would make objects of all that it contains. The signature
 * covers the encrypted text as it is found here.
 *
 * @returns `undefined` when there is no encrypted text
 */
export function readEnvelope(body: string): Envelope | undefined {
  const encrypted = ENCRYPT.exec(body)?.[1];
  if (encrypted === undefined) return undefined;
  const agentId = AGENT_ID.exec(body)?.[1];
  return { Encrypt: encrypted, ...(agentId !== undefined && { AgentID: agentId }) };
}
