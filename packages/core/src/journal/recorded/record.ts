import type { JournalEntry } from "../../ports/journal.ts";
import type { PluginRun } from "../../runtime/results.ts";
import type { MessageType, ParsedMessage } from "../../types/message.ts";
import type { Platform, Variant } from "../../types/platform.ts";
import type { RecordedSecret } from "../secrets/placeholders.ts";

/**
 * Everything on which one run of a handler depended, and its result. It is the content of a trace or a bug report,
 * and can be replayed exactly on any machine with the same major version of Node.
 */
export interface RecordedRun {
  format: "botwright-run";
  /** @type int32 */
  formatVersion: 1;
  /** `version` is the SHA-256 of the source as hexadecimal digits; `""` for a trusted function. */
  plugin: { slug: string; version: string };
  callId: string;
  platform: Platform;
  variant: Variant;
  context: {
    msg: ParsedMessage;
    config: Record<string, unknown>;
    botDbId: number;
    userId: number;
    mediaBuffer: Uint8Array | null;
  };
  /**
   * The secrets that the run was given. The record has placeholders instead of their values, such as
   * `__secret.config.apiKey__`, or `__secret.config.apiKey.base64__` where the plugin had encoded the secret. A
   * secret number is replaced as well, so a replay has a text in its place. `standInFor` replaces the placeholders
   * by the values with which a replay runs.
   */
  secrets?: RecordedSecret[];
  /**
   * The attempts that ended because another run had changed a key that this run had read, in order: the key, and the
   * host calls of the attempt. A replay repeats only the last attempt, which is in `calls`.
   */
  attempts?: { key: string; calls: JournalEntry[] }[];
  /** The host calls, by sequence number. */
  calls: JournalEntry[];
  outcome: Pick<PluginRun, "status" | "error" | "usage">;
}

/** The type of bytes in a record: a medium of a message, or other bytes such as a fetched body. */
export type RecordedMediaType = Exclude<MessageType, "text"> | "binary";

/** Stands for bytes in a written record, which contains the bytes once, in `media`, however often they were used. */
export interface RecordedMediaReference {
  /** SHA-256 of the bytes, in lower-case hexadecimal digits. */
  sha256: string;
  /**
   * Number of bytes.
   *
   * @type uint32
   */
  length: number;
  type: RecordedMediaType;
}
