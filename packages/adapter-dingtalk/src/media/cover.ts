/**
 * A JPEG header for 256 × 144 grey pixels, with Huffman tables in which a block of a single colour
 * is encoded as two 0 bits.
 */
const HEADER = Buffer.from(
  [
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ",
    "EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAALCACQAQABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAA",
    "AAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8A",
  ].join(""),
  "base64",
);
/** 32 × 18 blocks of 8 × 8 pixels, two bits each. */
const BLOCKS = Buffer.alloc((32 * 18 * 2) / 8);
const END = Buffer.from([0xff, 0xd9]);

/** A grey JPEG: DingTalk shows no video without a cover, and the adapter cannot take one from the video. */
export const COVER: Uint8Array = Buffer.concat([HEADER, BLOCKS, END]);
