import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/**
 * Encodes a picture as a PNG with 8 bits for each of red, green and blue.
 *
 * @param colourAt the colour of a pixel, from the upper left corner
 * @see {@link https://www.w3.org/TR/png-3/}
 */
export function encodePng(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly number[],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a sample, truecolour; deflate, the only filter method, not interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  const stride = 1 + 3 * width;
  // The first byte of each line is its filter: none.
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(colourAt(x, y), y * stride + 1 + 3 * x);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Length, type and data, with the checksum of the last two. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
