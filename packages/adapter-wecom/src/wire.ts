/**
 * The shapes of WeCom's API for self-built apps that the adapter reads and writes.
 * Reference: https://developer.work.weixin.qq.com/document/path/90236 (sending),
 * https://developer.work.weixin.qq.com/document/path/90239 (receiving).
 *
 * What comes over the wire is `unknown` until a guard of this file has looked at it.
 */

import { numberOf, type WireObject } from "@botwright/adapter-kit";

/** The elements of a callback's message: names as they came, values as text. */
export type WireFields = Readonly<Record<string, string>>;

/** Looks elements up by name in any case of letters: `MediaId` also comes as `MediaID`. */
export class Fields {
  readonly #values: ReadonlyMap<string, string>;

  constructor(message: Readonly<Record<string, unknown>>) {
    this.#values = new Map(
      Object.entries(message).flatMap(([name, value]) =>
        typeof value === "string" ? [[name.toLowerCase(), value] as const] : [],
      ),
    );
  }

  /** The text of an element; `""` when there is none. */
  get(name: string): string {
    return this.#values.get(name.toLowerCase()) ?? "";
  }
}

/** What can be sent: https://developer.work.weixin.qq.com/document/path/90236 */
export type WireContent =
  | { readonly msgtype: "text"; readonly text: { readonly content: string } }
  | { readonly msgtype: "image"; readonly image: { readonly media_id: string } }
  | { readonly msgtype: "video"; readonly video: { readonly media_id: string } }
  | { readonly msgtype: "file"; readonly file: { readonly media_id: string } };

/** The kinds of media that can be uploaded for sending. */
export type UploadType = "image" | "video" | "file";

/** The `errcode` of an answer; success may leave it out. */
export function errcodeOf(body: WireObject): number {
  return numberOf(body["errcode"]);
}

/**
 * A text that stays as it is in JSON: the API refuses `\u` escapes, which stand for halves of
 * characters and for control characters. Neither can be shown.
 */
export function withoutEscapes(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.toWellFormed().replaceAll(/[\0-\x07\x0b\x0e-\x1f]/g, "");
}
