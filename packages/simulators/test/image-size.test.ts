import fc from "fast-check";
import { expect, test } from "vitest";
import { imageSize } from "../src/message/image-size.ts";
import { png } from "./raw-bot.ts";

/** A header from hexadecimal digits and texts in quotes, filled up with zeros. */
function header(text: string): Uint8Array {
  const hex = text.replaceAll(/"([^"]*)"/g, (_match, plain: string) =>
    Buffer.from(plain).toString("hex"),
  );
  return Buffer.concat([Buffer.from(hex.replaceAll(" ", ""), "hex"), Buffer.alloc(32)]);
}

test.each([
  ["PNG", png(640, 480)],
  ["GIF", header('"GIF89a" 8002 e001')],
  ["BMP", header('"BM" 00000000 00000000 36000000 28000000 80020000 e0010000')],
  ["BMP, upside down", header('"BM" 00000000 00000000 36000000 28000000 80020000 20feffff')],
  ["WebP, lossy", header('"RIFF" 00000000 "WEBP" "VP8 " 00000000 000000 9d012a 8002 e001')],
  ["WebP, lossless", header('"RIFF" 00000000 "WEBP" "VP8L" 00000000 2f 7fc27700')],
  ["WebP, extended", header('"RIFF" 00000000 "WEBP" "VP8X" 0a000000 00000000 7f0200 df0100')],
  ["JPEG", header("ffd8 ffe0 0004 0000 ffc0 0011 08 01e0 0280 03")],
  ["JPEG with tables first", header("ffd8 ffc4 0003 00 ffc2 0011 08 01e0 0280 03")],
])("reads the size of a %s", (_format, bytes) => {
  expect(imageSize(bytes)).toEqual({ width: 640, height: 480 });
});

test.each([
  ["nothing", new Uint8Array()],
  ["a text", Buffer.from("a text that is long enough to be looked at")],
  ["a JPEG without a frame", header("ffd8 ffe0 0004 0000")],
])("knows no size of %s", (_what, bytes) => {
  expect(imageSize(bytes)).toBeUndefined();
});

test("no bytes break it", () => {
  const starts = ["ffd8ff", "89504e47", "47494638", "424d", "52494646", ""];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      const size = imageSize(Buffer.concat([Buffer.from(start, "hex"), rest]));
      expect(size === undefined || size.width >= 0).toBe(true);
    }),
  );
});
