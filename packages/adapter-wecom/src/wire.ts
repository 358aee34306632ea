/**
 * The types of the callbacks that WeCom posts to a self-built app, from its documentation:
 * flat XML, whose elements {@link Elements} reads.
 *
 * @see https://developer.work.weixin.qq.com/document/path/90239
 */

/** The body of a callback. @see https://developer.work.weixin.qq.com/document/path/90238 */
export interface Envelope {
  AgentID?: string;
  /** The message, encrypted, as Base64. */
  Encrypt: string;
}

/**
 * The query parameters of a callback. The signature may have either of two other names.
 *
 * @see https://developer.work.weixin.qq.com/document/path/90930
 */
export type CallbackParameter =
  | "msg_signature"
  | "msgsignature"
  | "signature"
  | "timestamp"
  | "nonce"
  /** Only in the check of the URL: the text to decrypt and answer with. */
  | "echostr";

/** The elements of every message. */
interface CommonElements {
  /** The member's UserID. */
  FromUserName: string;
  /** Seconds since 1970. */
  CreateTime: string;
  /** `text`, `image`, `voice`, `video`, `file`, `location`, `link` or `event`. */
  MsgType: string;
  /** A 64-bit integer, too large for a number. */
  MsgId: string;
  AgentID: string;
  /** Only in a group; not documented. */
  ChatId: string;
}

interface TextElements {
  Content: string;
}

interface ImageElements {
  MediaId: string;
  PicUrl: string;
}

interface VoiceElements {
  MediaId: string;
  /** `amr`, `speex`, … */
  Format: string;
  /** The transcription; not documented. */
  Recognition: string;
}

interface VideoElements {
  MediaId: string;
  ThumbMediaId: string;
}

/** The elements of a type that the documentation does not list. */
interface FileElements {
  MediaId: string;
  FileName: string;
}

interface LinkElements {
  Title: string;
  Description: string;
  Url: string;
}

/** A place. */
interface LocationElements {
  /** The latitude in degrees. */
  Location_X: string;
  /** The longitude in degrees. */
  Location_Y: string;
  /** The name or the address of the place. */
  Label: string;
}

/** A decrypted message. Its elements depend on its `MsgType`. */
export interface Message
  extends
    CommonElements,
    TextElements,
    ImageElements,
    VoiceElements,
    VideoElements,
    FileElements,
    LinkElements,
    LocationElements {}

/** The elements of a document: names in their original case, values as text. */
export type XmlElements = Readonly<Record<string, string>>;

/** Reads the elements of a wire type by name, ignoring case, because `MediaId` may come as `MediaID`. */
export class Elements<T> {
  readonly #values: ReadonlyMap<string, string>;

  constructor(elements: Readonly<Record<string, unknown>>) {
    this.#values = new Map(
      Object.entries(elements).flatMap(([name, value]) =>
        typeof value === "string" ? [[name.toLowerCase(), value] as const] : [],
      ),
    );
  }

  /** The text of an element; `""` when there is none. */
  get(name: keyof T & string): string {
    return this.#values.get(name.toLowerCase()) ?? "";
  }
}
