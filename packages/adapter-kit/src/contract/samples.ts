import type { MessageType, PlatformAdapter, SendReceipt } from "@botwright/core";
import type { UserMessage } from "./setup.ts";

/** A kind of message that carries a file. */
export type MediaType = Exclude<MessageType, "text">;

/** All of them. */
export const MEDIA: readonly MediaType[] = ["image", "voice", "video", "file"];

/** How a file of each kind begins: platforms, and adapters, look at that. */
const HEADS: Readonly<Record<MediaType, Buffer>> = {
  image: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
    "base64",
  ),
  voice: Buffer.from("#!AMR\n OggS\0\x02", "latin1"),
  video: Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41\0\0\0\x08mdat", "latin1"),
  file: Buffer.from("\xef\xbb\xbfthree lines\nof a\r\nfile\n", "latin1"),
};

/** All bytes, wrong UTF-8, ends of lines and of form parts, and an end that trimming would eat. */
const TRAPS = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  Buffer.from("\xed\xa0\x80\xff\xfe\xc0\xaf\r\n--\r\n----botwright--\r\n\x1a", "latin1"),
  Buffer.from("%00%0A+&=\\u0000\\\"'</xml>]]>\n\n \0\0\0", "latin1"),
]);

/** Names a platform has to carry through headers and forms. */
export const FILE_NAME = "笔记 1 & é.txt";

/** A file of this kind, small but full of traps for decoders; with `size`, filled up in the middle. */
export function sampleFile(type: MediaType, size = 0): Uint8Array {
  const head = HEADS[type];
  const filling = randomBytes(size - head.length - TRAPS.length);
  return new Uint8Array(Buffer.concat([head, filling, TRAPS]));
}

/** A file of this kind that is nothing but large. */
export function emptyFile(type: MediaType, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set(HEADS[type]);
  return bytes;
}

const made = new Map<number, Buffer>();

/** The same random bytes each time, of few sizes. */
function randomBytes(size: number): Buffer {
  const known = made.get(size);
  if (known !== undefined) return known;
  const words = new Uint32Array(Math.max(0, Math.ceil(size / 4)));
  const next = createRandom(size);
  for (let index = 0; index < words.length; index++) words[index] = next();
  const bytes = Buffer.from(words.buffer, 0, Math.max(0, size));
  made.set(size, bytes);
  return bytes;
}

/** The same sequence of 32-bit numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
}

/** The kind as a person sends it. */
export function sample(type: MessageType, from: string, bytes?: Uint8Array): UserMessage {
  switch (type) {
    case "image":
      return { from, image: { bytes: bytes ?? sampleFile(type), name: "dot.png" } };
    case "voice":
      return { from, voice: { bytes: bytes ?? sampleFile(type), name: "voice.amr" } };
    case "video":
      return { from, video: { bytes: bytes ?? sampleFile(type), name: "film.mp4" } };
    case "file":
      return { from, file: { bytes: bytes ?? sampleFile(type), name: FILE_NAME } };
    default:
      return { from, text: "hello" };
  }
}

/** Sends the kind, if the adapter has it. */
export function send(
  adapter: PlatformAdapter,
  type: MessageType,
  to: string,
  bytes?: Uint8Array,
): Promise<SendReceipt> {
  const ignored = Promise.resolve<SendReceipt>({ status: "ignored" });
  switch (type) {
    case "image":
      return adapter.sendImage?.(to, bytes ?? sampleFile(type)) ?? ignored;
    case "video":
      return adapter.sendVideo?.(to, bytes ?? sampleFile(type)) ?? ignored;
    case "voice":
      return adapter.sendVoice?.(to, bytes ?? sampleFile(type)) ?? ignored;
    case "file":
      return adapter.sendFile?.(to, bytes ?? sampleFile(type), FILE_NAME) ?? ignored;
    default:
      return adapter.sendText(to, "hello");
  }
}
