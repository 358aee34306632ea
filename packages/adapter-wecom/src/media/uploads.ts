import { createHash } from "node:crypto";
import { textOf } from "@botwright/adapter-kit";
import type { AdapterState } from "@botwright/core";

/** The uploads of sends with an idempotency key: a repeated send is recognised only with the same `media_id`. */
export interface UploadCache {
  /** The `media_id` that was uploaded for a send, maybe by a process that has ended; `""` for none. */
  find(attempt: string): Promise<string>;
  keep(attempt: string, mediaId: string): Promise<void>;
}

/** Options of {@link createUploadCache}. */
export interface UploadCacheOptions {
  readonly corpId: string;
  readonly agentId: string;
  readonly state: AdapterState;
}

/** WeCom recognises a repeat for half an hour. */
const LIFE_MS = 30 * 60 * 1000;

/** Makes {@link UploadCache}. A state that fails costs the recognition of a repeat, not the send. */
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
