/** A JPEG header: 256 × 144 grey pixels, and tables in which a block of one colour is two 0 bits. */
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

/** A plain grey picture: a video needs some cover, and its own frames cannot be read here. */
export const COVER: Uint8Array = Buffer.concat([HEADER, BLOCKS, END]);
