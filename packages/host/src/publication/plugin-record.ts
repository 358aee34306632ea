/** The state of a plugin. */
export interface PluginRecord {
  readonly id: number;
  readonly slug: string;
  readonly status: "pending" | "published" | "rejected" | "taken_down";
  /** The version that was submitted last, its id, and the SHA-256 of its code. */
  readonly version: string;
  readonly version_id: number;
  readonly sha256: string;
  /** The version in the library, or `null`. */
  readonly published_version: string | null;
  /** Why the last version was rejected, or the plugin taken down. */
  readonly reason: string | null;
}
