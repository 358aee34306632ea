import type { JournalEntry } from "../../ports/journal.ts";
import type { PluginRun } from "../../runtime/results.ts";
import type { MessageType, ParsedMessage } from "../../types/message.ts";
import type { Platform, Variant } from "../../types/platform.ts";
import type { RecordedSecret } from "../secrets/placeholders.ts";

/**
 * Everything that one run of a handler depended on, and its result. It is the content of a trace or a bug
 * report, and can be replayed exactly on any machine with the same major version of Node.
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
   * The secrets that the run was given. Their values are not in the record: placeholders stand for them,
   * as `__secret.config.apiKey__`, or `__secret.config.apiKey.base64__` where the plugin had encoded it; also
   * for a number, so that a replay has a text in its place.
   * `standInFor` makes of them what a replay runs with.
   */
  secrets?: RecordedSecret[];
  /**
   * The attempts that ended because a key that the run had read was changed by another one, in order: the
   * key, and the host calls of the attempt. A replay repeats the last attempt, which is in `calls`.
   */
  attempts?: { key: string; calls: JournalEntry[] }[];
  /** The host calls, by sequence. */
  calls: JournalEntry[];
  outcome: Pick<PluginRun, "status" | "error" | "usage">;
}

/** What the bytes of a record are: a medium of a message, or any others, such as a fetched body. */
export type RecordedMediaType = Exclude<MessageType, "text"> | "binary";

/** Stands in a written record for bytes, which are beside it once, however often they were used. */
export interface RecordedMediaReference {
  /** Of the bytes, in lower-case hexadecimal digits. */
  sha256: string;
  /**
   * How many bytes there are.
   *
   * @type uint32
   */
  length: number;
  type: RecordedMediaType;
}
