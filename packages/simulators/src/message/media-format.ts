/** The signatures at the start of files, as Latin-1, each with its offset. The first match counts. */
const SIGNATURES = [
  [0, "\x89PNG", "png"],
  [0, "\xff\xd8\xff", "jpeg"],
  [0, "GIF8", "gif"],
  [8, "WEBP", "webp"],
  [0, "BM", "bmp"],
  [0, "II*\0", "tiff"],
  [0, "MM\0*", "tiff"],
  [0, "\0\0\x01\0", "ico"],
  [4, "ftypheic", "heic"],
  [4, "ftypmif1", "heic"],
  [4, "ftypavif", "avif"],
  [4, "ftypavis", "avif"],
  [4, "ftypM4A ", "m4a"],
  [4, "ftyp", "mp4"],
  [0, "#!AMR", "amr"],
] as const;

/** A format that one of the platforms recognises. */
export type MediaFormat = (typeof SIGNATURES)[number][2];

/**
 * The format of a file by its first bytes. The simulators have a table of their own and use no code of the
 * other packages, because a mistake in that code would otherwise not be found here.
 */
export function mediaFormatOf(bytes: Uint8Array): MediaFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.find(([offset, signature]) => head.startsWith(signature, offset))?.[2];
}
