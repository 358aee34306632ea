import { mediaFormatOf } from "./media-format.ts";

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a PNG, JPEG, GIF, WebP or BMP picture from its header; undefined for anything else. */
export function imageSize(bytes: Uint8Array): Size | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 24) return undefined;
  switch (mediaFormatOf(view)) {
    case "png":
      return at(view.readUInt32BE(16), view.readUInt32BE(20));
    case "gif":
      return at(view.readUInt16LE(6), view.readUInt16LE(8));
    case "bmp":
      if (view.length < 26) return undefined;
      return at(Math.abs(view.readInt32LE(18)), Math.abs(view.readInt32LE(22)));
    case "webp":
      return view.length < 30 ? undefined : webp(view);
    case "jpeg":
      return jpeg(view);
    default:
      return undefined;
  }
}

function at(width: number, height: number): Size {
  return { width, height };
}

function webp(view: Buffer): Size {
  const kind = view.toString("latin1", 12, 16);
  if (kind === "VP8X") return at(view.readUIntLE(24, 3) + 1, view.readUIntLE(27, 3) + 1);
  if (kind === "VP8L") {
    const bits = view.readUInt32LE(21);
    return at((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  return at(view.readUInt16LE(26) & 0x3fff, view.readUInt16LE(28) & 0x3fff);
}

/** Skips segments up to the frame header, which contains the size. */
function jpeg(view: Buffer): Size | undefined {
  let offset = 2;
  while (offset + 9 < view.length && view[offset] === 0xff) {
    const marker = view[offset + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return at(view.readUInt16BE(offset + 7), view.readUInt16BE(offset + 5));
    offset += 2 + view.readUInt16BE(offset + 2);
  }
  return undefined;
}
