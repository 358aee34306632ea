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

/** The body of `POST /simulators/<platform>/say`: a person, and a text or one file. */
export interface SayRequest {
  /** The sender's id, such as 1001. */
  from: PersonId | number;
  text?: string;
  image?: SaidFile;
  voice?: SaidFile;
  video?: SaidFile;
  file?: SaidFile;
  caption?: string;
  /** The words of a voice message, where the file has come in a form. */
  transcription?: string;
  quote?: {
    text: string;
    from?: string;
  };
}

/** @minLength 1 */
type PersonId = string;

/** A file: in JSON as base64, in a form as bytes. */
interface SaidFile {
  /** @format byte */
  base64?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  name?: string;
  mime?: string;
  transcription?: string;
  playtime?: number;
}
