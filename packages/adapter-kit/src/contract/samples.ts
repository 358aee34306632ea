import type { MessageType } from "@botwright/core";
import type { ContractMedia, ContractSay } from "./setup.ts";

/** A kind of message that carries a file. */
export type MediaType = Exclude<MessageType, "text">;

/** One file of each kind, small but real enough for a platform that looks into it. */
export const SAMPLES: Readonly<Record<MediaType, Required<ContractMedia>>> = {
  image: {
    name: "dot.png",
    bytes: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
      "base64",
    ),
  },
  voice: { name: "voice.ogg", bytes: Buffer.from("OggS\0\x02 a voice message", "latin1") },
  video: {
    name: "film.mp4",
    bytes: Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41\0\0\0\x08mdat", "latin1"),
  },
  file: { name: "笔记 1.txt", bytes: Buffer.from("three lines\nof a\nfile\n") },
};

/** The kind as a person sends it. */
export function sample(type: MessageType, from: string): ContractSay {
  switch (type) {
    case "image":
      return { from, image: SAMPLES.image };
    case "voice":
      return { from, voice: SAMPLES.voice };
    case "video":
      return { from, video: SAMPLES.video };
    case "file":
      return { from, file: SAMPLES.file };
    default:
      return { from, text: "hello" };
  }
}
