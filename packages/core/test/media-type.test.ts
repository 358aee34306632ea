import { sniffMediaType } from "@botwright/core";
import { expect, test } from "vitest";

test.each([
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["GIF89a", "image/gif"],
  ["RIFF\x24\0\0\0WEBPVP8 ", "image/webp"],
  ["RIFF\x24\0\0\0WAVEfmt ", "audio/wav"],
  ["RIFF\x24\0\0\0AVI LIST", "video/x-msvideo"],
  ["BM", "image/bmp"],
  ["II*\0", "image/tiff"],
  ["\0\0\x01\0", "image/x-icon"],
  ["\0\0\0\x18ftypheic", "image/heic"],
  ["\0\0\0\x14ftypqt  ", "video/quicktime"],
  ["\0\0\0\x18ftypmsf1", "image/heic"],
  ["\0\0\0\x1cftypavif", "image/avif"],
  ["\0\0\0\x1cftypM4A ", "audio/mp4"],
  ["\0\0\0\x18ftypisom", "video/mp4"],
  ["\x1aE\xdf\xa3", "video/webm"],
  ["OggS\0", "audio/ogg"],
  ["ID3\x04", "audio/mpeg"],
  ["\xff\xfb\x90", "audio/mpeg"],
])("%j begins as %s does", (head, type) => {
  expect(sniffMediaType(Buffer.from(head, "latin1"))).toBe(type);
});

test.each(["", "hello", "RIFF", "RIFF....", "....fty", "PNG", "<svg xmlns", "\xff\xd8"])(
  "%j is of no known type",
  (head) => {
    expect(sniffMediaType(Buffer.from(head, "latin1"))).toBeUndefined();
  },
);
