import type { JsonValue } from "@botwright/core";

/** The body of `POST /tools/storage`. */
export interface StorageChange {
  plugin: string;
  key: string;
  value: JsonValue;
}

/** The body of `POST /tools/storage/delete`. */
export interface StorageDelete {
  plugin: string;
  key: string;
}

/** The body of `POST /tools/settings`; `null` takes a setting back. */
export interface SettingsChange {
  plugin: string;
  values: Record<string, string | number | boolean | null>;
}

/** The body of `POST /tools/clock/advance`. */
export interface ClockAdvance {
  /**
   * @minimum 0
   * @maximum 315360000000
   */
  ms: number;
}

/** The body of `POST /tools/clock`; `null` is the machine's clock. */
export interface ClockChange {
  now: Moment | null;
}

/**
 * Milliseconds since 1970, to the end of the year 9999.
 *
 * @minimum 0
 * @maximum 253402300799999
 */
type Moment = number;

/** The body of `POST /tools/records`. */
export interface RecordRequest {
  platform: string;
  messageId: string;
  plugin: string;
}

/** The body of `POST /tools/test`. */
export interface TestRequest {
  platform: string;
}

/** The body of `POST /simulators/<platform>/people`. */
export interface PersonRequest {
  /** @pattern ^[A-Za-z0-9_-]{1,32}$ */
  name: string;
}
