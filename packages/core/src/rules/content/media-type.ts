/** The first bytes of file formats, as Latin-1; a dot stands for any byte. The first match counts. */
const SIGNATURES: readonly (readonly [signature: string, type: string])[] = [
  ["\x89PNG", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["RIFF....WEBP", "image/webp"],
  ["BM", "image/bmp"],
  ["II*\0", "image/tiff"],
  ["MM\0*", "image/tiff"],
  ["\0\0\x01\0", "image/x-icon"],
  ["....ftyphei", "image/heic"],
  ["....ftypmif1", "image/heic"],
  ["....ftypmsf1", "image/heic"],
  ["....ftypavi", "image/avif"],
  ["....ftypM4A ", "audio/mp4"],
  ["....ftypM4B ", "audio/mp4"],
  ["....ftypqt  ", "video/quicktime"],
  ["....ftyp", "video/mp4"],
  ["\x1aE\xdf\xa3", "video/webm"],
  ["RIFF....AVI ", "video/x-msvideo"],
  ["RIFF....WAVE", "audio/wav"],
  ["OggS", "audio/ogg"],
  ["ID3", "audio/mpeg"],
  ["\xff\xf2", "audio/mpeg"],
  ["\xff\xf3", "audio/mpeg"],
  ["\xff\xfb", "audio/mpeg"],
];
const MAX_LENGTH = 12;

/**
 * Detects the MIME type of a picture, a video or a sound by its first 12 bytes; `undefined` for everything else.
 *
 * @example
 * sniffMediaType(Buffer.from("GIF89a")); // "image/gif"
 */
export function sniffMediaType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, MAX_LENGTH)).toString("latin1");
  return SIGNATURES.find(([signature]) => startsAs(head, signature))?.[1];
}

function startsAs(head: string, signature: string): boolean {
  if (head.length < signature.length) return false;
  for (let at = 0; at < signature.length; at++) {
    if (signature[at] !== "." && signature[at] !== head[at]) return false;
  }
  return true;
}
