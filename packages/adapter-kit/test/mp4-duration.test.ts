import { mp4DurationMs } from "@botwright/adapter-kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** A box of MPEG-4. */
function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** A box whose size has 8 bytes. */
function longBox(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, "latin1");
  head.writeBigUInt64BE(BigInt(content.length + 16), 8);
  return Buffer.concat([head, content]);
}

/** A movie header, by its version. */
function mvhd(version: 0 | 1, scale: number, length: number | bigint): Buffer {
  const content = Buffer.alloc(version === 1 ? 112 : 100);
  content.writeUInt8(version);
  content.writeUInt32BE(scale, version === 1 ? 20 : 12);
  if (version === 1) content.writeBigUInt64BE(BigInt(length), 24);
  else content.writeUInt32BE(Number(length), 16);
  return box("mvhd", content);
}

const ftyp = box("ftyp", Buffer.from("isom\0\0\x02\0isommp41", "latin1"));
const mdat = box("mdat", Buffer.alloc(1000, "moov"));
const moov = (header: Buffer): Buffer => box("moov", box("udta"), header, box("trak"));

describe("mp4DurationMs", () => {
  test.each<[what: string, bytes: Buffer, ms: number | undefined]>([
    ["a header at the start", Buffer.concat([ftyp, moov(mvhd(0, 1000, 12_400)), mdat]), 12_400],
    ["a header at the end", Buffer.concat([ftyp, mdat, moov(mvhd(0, 600, 600 * 90))]), 90_000],
    ["times of 64 bits", Buffer.concat([ftyp, moov(mvhd(1, 90_000, 90_000n * 7_300n))]), 7_300_000],
    ["sizes of 64 bits", Buffer.concat([ftyp, longBox("mdat", mdat), moov(mvhd(0, 1, 3))]), 3000],
    ["a last box without a size", openEnd(Buffer.concat([ftyp, moov(mvhd(0, 1, 3))])), 3000],
    ["less than a second", Buffer.concat([ftyp, moov(mvhd(0, 1000, 40))]), 40],
    ["no length", Buffer.concat([ftyp, moov(mvhd(0, 1000, 0))]), undefined],
    ["an unknown length", Buffer.concat([ftyp, moov(mvhd(0, 1000, 0xffff_ffff))]), undefined],
    ["no scale", Buffer.concat([ftyp, moov(mvhd(0, 0, 1000))]), undefined],
    ["a length beyond all numbers", moov(mvhd(1, 1, 2n ** 64n - 1n)), undefined],
    ["a header that is cut", moov(mvhd(0, 1000, 1000).subarray(0, 20)), undefined],
    ["no header", Buffer.concat([ftyp, mdat]), undefined],
    [
      "more boxes than any file",
      Buffer.concat(Array.from({ length: 5000 }, () => ftyp)),
      undefined,
    ],
    ["nothing", Buffer.alloc(0), undefined],
  ])("of a file with %s", (_what, bytes, ms) => {
    expect(mp4DurationMs(bytes)).toBe(ms);
  });

  test("never throws, and is a whole number, whatever the file", () => {
    const good = Buffer.concat([ftyp, moov(mvhd(1, 90_000, 900_000n)), mdat]);
    const spoil = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })));
    fc.assert(
      fc.property(spoil, fc.nat(good.length), (changes, length) => {
        const bytes = Buffer.from(good);
        for (const [at, value] of changes) bytes.writeUInt8(value, at);
        const ms = mp4DurationMs(bytes.subarray(0, length)) ?? 0;
        expect(Number.isSafeInteger(ms) && ms >= 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

/** Changes the size of the last box to 0, which means: up to the end. */
function openEnd(bytes: Buffer): Buffer {
  bytes.writeUInt32BE(0, ftyp.length);
  return bytes;
}
