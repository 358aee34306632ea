import { createHash } from "node:crypto";
import { textOf } from "@botwright/adapter-kit";
import type { AdapterState } from "@botwright/core";

/** Stores the uploads of sends with an idempotency key: WeCom recognises a repeat only by the same `media_id`. */
export interface UploadCache {
  /** The `media_id` that was uploaded for a send, maybe by an earlier process; `""` for none. */
  find(attempt: string): Promise<string>;
  keep(attempt: string, mediaId: string): Promise<void>;
}

/** Options of {@link createUploadCache}. */
export interface UploadCacheOptions {
  readonly corpId: string;
  readonly agentId: string;
  readonly state: AdapterState;
}

/** How long WeCom recognises a repeat: half an hour, in milliseconds. */
const LIFE_MS = 30 * 60 * 1000;

/** Makes an {@link UploadCache}. If the state fails, a repeat may not be recognised, but the send works. */
export function createUploadCache({ corpId, agentId, state }: UploadCacheOptions): UploadCache {
  const keyOf = (attempt: string): string => {
    const digest = createHash("sha256").update(attempt).digest("hex");
    return `wecom.upload.${corpId}.${agentId}.${digest}`;
  };
  return {
    find: async (attempt) => textOf(await state.get(keyOf(attempt)).catch(() => "")),
    keep: (attempt, mediaId) =>
      state.set(keyOf(attempt), mediaId, { ttlMs: LIFE_MS }).catch(() => {}),
  };
}
